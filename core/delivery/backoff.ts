/** Waits that double, from the first to the longest, in one unit. */
export interface Doubling {
  readonly first: number;
  /** @default none: they double without end */
  readonly longest?: number;
  /** The random share of each wait, 0 to 1, so that those who failed together do not retry together. @default 0 */
  readonly chance?: number;
}

/**
 * The wait before a further try.
 *
 * @param waits how many there were before
 * @param random a number in [0, 1), for waits with a random share
 */
export function doublingWait({ first, longest = Infinity, chance = 0 }: Doubling, waits: number, random = 1): number {
  return Math.min(longest, first * 2 ** waits) * (1 - chance * (1 - random));
}

/** Jitter of a retry wait: the wait is between 80 % and 120 % of the schedule's, so that retries of one outage spread. */
const JITTER = 0.2;

/**
 * How long to wait before the next retry.
 *
 * @param schedule seconds before each retry, in order
 * @param retriesUsed how many waits of the schedule are used up, from 0
 * @param random a number in [0, 1)
 * @returns seconds, or `undefined` when the schedule is used up
 */
export function retryWait(schedule: readonly number[], retriesUsed: number, random: number): number | undefined {
  const wait = schedule[retriesUsed];
  return wait === undefined ? undefined : wait * (1 + JITTER * (2 * random - 1));
}

/** Reads the `RETRY_SCHEDULE` setting: comma-separated seconds, already validated when the app was synthesized. */
export function parseRetrySchedule(text: string): number[] {
  return text.split(',').map(Number);
}
