import type { Ask } from './ask.ts';
import { type EndAskPorts, readAsk, settled } from './end-ask.ts';

/** What waiting for an answer needs. */
export interface WaitPorts extends EndAskPorts {
  readonly places: {
    /** Takes one of the few places for those who wait, until then at most; `undefined`: all are taken. */
    take(until: number): Promise<(() => Promise<void>) | undefined>;
  };
  readonly pause: (milliseconds: number) => Promise<void>;
}

/** The ask, and after how many seconds to ask again, if there was no place to wait. */
export interface Waited {
  readonly ask: Ask;
  readonly retryAfterSeconds?: number;
}

/** How often a waiter looks: also when it waits at home, so that both hear of an end at the same time. */
const LOOK_MS = 2000;

/** The longest that one request waits, seconds. */
export const LONGEST_WAIT_SECONDS = 25;

/**
 * An ask as it stands, or as soon as it has ended, within so many seconds. Whoever waits keeps a function busy; so only
 * a few may at the same time, and the others are asked to come back.
 */
export async function waitForEnd(ports: WaitPorts, ask: Ask, seconds: number): Promise<Waited> {
  let newest = await settled(ports, ask);
  if (newest.status !== 'pending' || seconds === 0) return { ask: newest };
  const until = ports.now() + seconds * 1000;
  const leave = await ports.places.take(until);
  if (leave === undefined) return { ask: newest, retryAfterSeconds: LOOK_MS / 1000 };
  try {
    while (newest.status === 'pending' && ports.now() < until) {
      const left = Math.min(until, newest.endsAt) - ports.now();
      await ports.pause(Math.min(LOOK_MS, Math.max(left, 0)));
      // At the end of its time the write that ends it says how it stands: no need to look before.
      newest = ports.now() >= newest.endsAt ? await settled(ports, newest) : ((await readAsk(ports, ask.id)) ?? newest);
    }
    return { ask: newest };
  } finally {
    await leave();
  }
}
