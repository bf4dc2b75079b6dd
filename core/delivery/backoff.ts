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
