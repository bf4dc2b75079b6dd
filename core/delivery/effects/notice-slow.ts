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
 * Marks a channel as slow while its request is still out, not only when it has come to an end: a destination that has
 * begun to hang holds up a batch with each delivery that goes there in between. Failing to mark it harms nothing.
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
