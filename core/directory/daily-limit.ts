import type { Generators } from './generators.ts';
import type { Refusal } from './change-result.ts';

/** What an actor may make only so many of in a day. */
type Limited = 'organisations' | 'invitations';

/**
 * How many of each one actor may make a day, UTC: far more than people need, too few to fill the tables or to be worth
 * a spammer's while.
 */
export const DAILY_LIMIT = 100;

const DAY_MS = 24 * 60 * 60 * 1000;

/** Counters with a limit, which expire. */
export interface DailyCounter {
  /**
   * Counts one up, unless the limit is reached; of many at the same moment, no more than the limit get through.
   *
   * @param expiresAt epoch seconds after which the counter may be forgotten
   */
  countOne(key: string, limit: number, expiresAt: number): Promise<boolean>;
}

/** What daily limits need. */
export interface DailyLimitPorts extends Pick<Generators, 'now'> {
  readonly dailyCounter: DailyCounter;
}

/**
 * Counts one more of `what` for `root`: a person with all their tokens and all that those made, in whatever
 * organisation; or an organisation, for tokens that nobody is known to have made.
 *
 * @returns why it must not be made; `undefined`: it may
 */
export async function takeDaily(
  { dailyCounter, now }: DailyLimitPorts,
  what: Limited,
  root: string,
): Promise<Refusal | undefined> {
  const at = now();
  const endsAt = (Math.floor(at / DAY_MS) + 1) * DAY_MS;
  const day = new Date(at).toISOString().slice(0, 10);
  const expiresAt = Math.floor((endsAt + DAY_MS) / 1000);
  if (await dailyCounter.countOne(`${what}#${root}#${day}`, DAILY_LIMIT, expiresAt)) return undefined;
  return { kind: 'daily-limit', what, limit: DAILY_LIMIT, retryAfterSeconds: Math.ceil((endsAt - at) / 1000) };
}
