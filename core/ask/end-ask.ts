import type { EnqueueAsk } from './ask-job.ts';
import type { AskEnds } from './ask-store.ts';
import { type Answer, type Ask, type AskEnd, expiryOf } from './ask.ts';

/** What reading and ending an ask needs. */
export interface EndAskPorts {
  readonly asks: AskEnds;
  readonly tell: EnqueueAsk;
  readonly now: () => number;
}

/** What came of somebody's wish to end an ask. `over`: it had ended; `ask` says how. */
export interface EndedAsk {
  readonly kind: 'ended' | 'over';
  readonly ask: Ask;
}

/** An ask as it stands now: one whose time is over has ended by that; `undefined`: there is none. */
export async function readAsk(ports: EndAskPorts, askId: string): Promise<Ask | undefined> {
  const ask = await ports.asks.read(askId);
  return ask === undefined ? undefined : settled(ports, ask);
}

/** Ends what is over, so that nobody with a slower clock answers after somebody has read that it expired. */
export async function settled(ports: EndAskPorts, ask: Ask): Promise<Ask> {
  const now = ports.now();
  if (ask.status !== 'pending' || ask.endsAt > now) return ask;
  const result = await end(ports, ask, expiryOf(ask, now));
  return result.ask;
}

/** Answers an ask. Of any number at the same time, one wins; the others get the ask as that one left it. */
export async function answerAsk(ports: EndAskPorts, ask: Ask, answer: Omit<Answer, 'at'>): Promise<EndedAsk> {
  const at = ports.now();
  return endInTime(ports, ask, { status: 'answered', answer: { ...answer, at }, at });
}

/** Takes an ask back. */
export async function cancelAsk(ports: EndAskPorts, ask: Ask): Promise<EndedAsk> {
  return endInTime(ports, ask, { status: 'cancelled', at: ports.now() });
}

async function endInTime(ports: EndAskPorts, ask: Ask, wanted: AskEnd): Promise<EndedAsk> {
  const result = await end(ports, ask, wanted);
  if (result.kind === 'ended') return { kind: 'ended', ask: result.ask };
  return { kind: 'over', ask: await settled(ports, result.ask) };
}

async function end({ asks, tell }: EndAskPorts, ask: Ask, wanted: AskEnd) {
  const result = (await asks.end(ask.id, wanted)) ?? { kind: 'refused' as const, ask };
  if (result.kind === 'ended') await tell({ organizationId: ask.organizationId, askId: ask.id }, 0);
  return result;
}
