import type { Outcome, Taken } from '../../channels/outcome.ts';
import type { Channel } from '../../directory/channel.ts';
import { type ChannelHealth, countOutage, openingAfter, SLOW_MS } from '../channel-health.ts';
import type { DeliverPorts, EffectPorts } from '../delivery-ports.ts';
import type { AttemptResult } from '../row/conclude.ts';
import type { RecordedAttempt } from '../row/row.ts';

/** An attempt that was sent, and what was known of its channel before. */
export interface SentAttempt extends RecordedAttempt {
  readonly channel: Channel;
  readonly health: ChannelHealth | undefined;
  /** The attempt was the probe of an open breaker: what the probe set `openUntil` to. */
  readonly probeUntil: number | undefined;
}

const DAY_MS = 24 * 60 * 60_000;

/** A channel at which nothing but failures happened for this long is switched off. */
const FAILING_TOO_LONG_MS = 5 * DAY_MS;

type Ports = Pick<EffectPorts, 'health' | 'switchOff'> & Pick<DeliverPorts, 'log' | 'now'>;

/**
 * Keeps the health of a channel after an attempt: opens and closes its breaker, and switches it off after five days of
 * nothing but failures. The success of a healthy channel writes nothing. What fails here is logged and forgotten: the
 * delivery itself is concluded, and the next failure counts again.
 */
export async function recordHealth(ports: Ports, sent: SentAttempt): Promise<void> {
  const { channel, result } = sent;
  try {
    const taken = takenOf(result);
    if (taken === 'now') await recordSuccess(ports, sent);
    // Some recipients took it earlier, so the channel works: one failing browser must not close it to the others.
    else if (taken === undefined) await recordFailure(ports, sent);
  } catch (error) {
    ports.log({ event: 'health.unrecorded', channelId: channel.id, error: String(error) });
  }
}

function takenOf(result: AttemptResult): Taken | undefined {
  if (result.kind === 'delivered') return 'now';
  return result.kind === 'retry' || result.kind === 'failed' ? result.taken : undefined;
}

async function recordSuccess({ health: store, now }: Ports, { channel, health, finished }: SentAttempt): Promise<void> {
  const slowMs = finished.attempt.durationMs;
  if (slowMs >= SLOW_MS) return store.markSlow(channel.id, { now: now(), slowMs });
  if (health !== undefined) await store.clear(channel.id);
}

async function recordFailure(ports: Ports, sent: SentAttempt): Promise<void> {
  const { channel, result, finished } = sent;
  if (result.kind === 'failed' && result.disableChannel !== undefined) return ports.health.clear(channel.id);
  const health =
    result.kind === 'failed' || result.kind === 'retry' ? await countFailure(ports, sent, result) : sent.health;
  const now = ports.now();
  const failingFor = now - (health?.failingSince ?? now);
  if (finished.state !== 'failed' || failingFor < FAILING_TOO_LONG_MS) return;
  const days = Math.floor(failingFor / DAY_MS);
  await ports.switchOff(channel, `nothing but failures for ${days} days; the last one: ${finished.attempt.error}`);
  await ports.health.clear(channel.id);
}

async function countFailure(ports: Ports, sent: SentAttempt, outcome: Outcome): Promise<ChannelHealth> {
  const { channel, health: known, probeUntil } = sent;
  const now = ports.now();
  const health = await ports.health.fail(channel.id, { now, outages: countOutage(outcome, known, now) });
  const opening = openingAfter(health, { now, probeUntil });
  if (opening !== undefined && (await ports.health.open(channel.id, opening))) {
    const until = new Date(opening.openUntil).toISOString();
    ports.log({ event: 'breaker.opened', channelId: channel.id, until });
  }
  return health;
}
