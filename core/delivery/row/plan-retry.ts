import type { Channel } from '../../directory/channel.ts';
import { retryWait } from '../backoff.ts';

/** When and how a delivery goes on. */
export interface NextAttempt {
  /** ISO 8601 UTC. */
  readonly at: string;
  readonly retriesUsed: number;
  /** Waits in the `due` index, for the sweeper, not in the queue. */
  readonly parked: boolean;
}

/** An attempt that failed and may be repeated. */
export interface FailedTry {
  /** Epoch milliseconds. */
  readonly now: number;
  /** When the notification came, epoch milliseconds. */
  readonly receivedAt: number;
  readonly retriesUsed: number;
  /** What the receiver asked for; such a wait uses up no retry. */
  readonly retryAfterSeconds: number | undefined;
  /** A number in [0, 1). */
  readonly random: number;
}

/** The longest delay that SQS offers. */
export const MAX_QUEUE_DELAY_SECONDS = 900;

/** A receiver that keeps asking for more time gets this much beyond the end of the schedule. */
const RETRY_AFTER_GRACE_SECONDS = 24 * 60 * 60;

/**
 * Plans the next attempt by the retry schedule or by the receiver's `Retry-After`.
 *
 * @param schedule seconds before each retry, in order
 * @returns `undefined` when the retries are used up
 */
export function planRetry(schedule: readonly number[], failed: FailedTry): NextAttempt | undefined {
  const { now, retriesUsed, retryAfterSeconds, random } = failed;
  if (retryAfterSeconds !== undefined) {
    const next = nextAttempt(now, retryAfterSeconds, retriesUsed);
    return Date.parse(next.at) <= lastMoment(schedule, failed.receivedAt) ? next : undefined;
  }
  const wait = retryWait(schedule, retriesUsed, random);
  return wait === undefined ? undefined : nextAttempt(now, wait, retriesUsed + 1);
}

/** The seconds before each retry of a channel: its own, or the standard ones. */
export function scheduleOf(channel: Channel | undefined, standard: readonly number[]): readonly number[] {
  return channel?.retrySchedule ?? standard;
}

function nextAttempt(now: number, waitSeconds: number, retriesUsed: number): NextAttempt {
  return {
    at: new Date(now + waitSeconds * 1000).toISOString(),
    retriesUsed,
    parked: waitSeconds > MAX_QUEUE_DELAY_SECONDS,
  };
}

/**
 * Until when a delivery may be put off without using up retries: by receivers that ask for it, and while a breaker is
 * open.
 *
 * @param receivedAt when the notification came, epoch milliseconds
 * @returns epoch milliseconds
 */
export function lastMoment(schedule: readonly number[], receivedAt: number): number {
  const total = schedule.reduce((sum, wait) => sum + wait, 0);
  return receivedAt + (total + RETRY_AFTER_GRACE_SECONDS) * 1000;
}
