import type { Routing } from '../delivery/message.ts';

/** The most channels of an organisation that the forwarded copies of one notification may reach in the time below. */
export const MAX_FAN_OUT = 1000;
/** Two days, from the first copy on. */
export const FAN_OUT_SECONDS = 2 * 24 * 60 * 60;

/** Channels that one forwarded send goes to. */
export interface FanOut {
  /** The webhook's. Whoever knows an origin of another organisation cannot use up its count. */
  readonly organizationId: string;
  /** What the notification began as. */
  readonly originId: string;
  /** At least 1. */
  readonly channels: number;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** Counts what comes of an origin. */
export interface FanOutCounter {
  /**
   * Counts the channels of a send, unless they would be more than `MAX_FAN_OUT`: then none of them.
   *
   * @throws when it could not be counted. It must not pass then: the storm that has to end may be what made the counter
   * fail, and whoever forwards tries again.
   */
  charge(fanOut: FanOut): Promise<'charged' | 'exhausted'>;
}

/** Why a forwarded send must go no further, for operators; `undefined`: it may. */
export async function fanOutRefusal(
  counter: FanOutCounter,
  { routing, ...send }: Omit<FanOut, 'channels'> & { readonly routing: readonly Routing[] },
): Promise<string | undefined> {
  const channels = routing.filter(({ matched }) => matched).length;
  if (channels === 0 || (await counter.charge({ ...send, channels })) === 'charged') return undefined;
  const limit = MAX_FAN_OUT.toLocaleString('en-US');
  return `What began as ${send.originId} was forwarded to ${limit} channels within two days, and goes no further.`;
}
