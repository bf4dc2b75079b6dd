import type { Channel } from '../../directory/channel.ts';
import { type ChannelHealth, SLOW_MS } from '../channel-health.ts';
import type { DeliverPorts, EffectPorts } from '../delivery-ports.ts';

/** A request to a channel's destination. */
interface WatchedRequest<T> {
  readonly channel: Channel;
  /** What was known before the request. */
  readonly health: ChannelHealth | undefined;
  readonly sending: () => Promise<T>;
}

/**
 * Marks a channel as slow while its request is still running, not only at its end: a destination that has begun to
 * hang holds up every batch with a delivery to it. A mark that cannot be written harms nothing.
 */
export async function noticeSlow<T>(
  { health: store, after, now, log }: Pick<EffectPorts, 'health'> & Pick<DeliverPorts, 'after' | 'now' | 'log'>,
  { channel, health, sending }: WatchedRequest<T>,
): Promise<T> {
  if (health?.slowMs !== undefined) return sending();
  const callOff = after(SLOW_MS, async () => {
    try {
      await store.suspectSlow(channel.id, { now: now(), slowMs: SLOW_MS });
    } catch (error) {
      log({ event: 'health.unrecorded', channelId: channel.id, error: String(error) });
    }
  });
  try {
    return await sending();
  } finally {
    await callOff();
  }
}
