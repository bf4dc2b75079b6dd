import { SLOW_MS } from '../../../core/delivery/channel-health.ts';
import { DELIVERY_TIMEOUT } from './limits.ts';

/** Lambda feeds a function from a queue with at least two invocations. */
const LEAST = 2;

/** How many invocations may work on each queue at the same time. */
export interface QueueConcurrency {
  readonly outbound: number;
  readonly slow: number;
  readonly aws: number;
}

/**
 * Shares out the invocations that may deliver at the same time: an eighth for AWS services, because SES and SMS allow
 * few sends a second, a quarter for slow destinations, the rest for all others.
 */
export function shareConcurrency(all: number): QueueConcurrency {
  const aws = Math.max(LEAST, Math.floor(all / 8));
  const slow = Math.max(LEAST, Math.floor(all / 4));
  return { aws, slow, outbound: all - aws - slow };
}

/** Half of what an account may run unless its quota is small, and then `DELIVERY_CONCURRENCY` is below its default. */
const MOST_ENVIRONMENTS = 400;
const USUAL = 80;

/**
 * After how many milliseconds a batch of the outbound queue lets go of what still runs; undefined: never.
 *
 * An environment that was let go works on without counting for its queue: with `outbound` places, at most
 * `outbound × DELIVERY_TIMEOUT / this` of them exist. In an account that is small, or with many places already, they
 * would take the concurrency of the sends.
 *
 * @param all `DELIVERY_CONCURRENCY`
 */
export function lettingGoAfterMs(all: number): number | undefined {
  if (all < USUAL) return undefined;
  const timeoutMs = DELIVERY_TIMEOUT.toMilliseconds();
  const leastMs = Math.ceil((shareConcurrency(all).outbound * timeoutMs) / MOST_ENVIRONMENTS);
  return leastMs < timeoutMs ? Math.max(SLOW_MS, leastMs) : undefined;
}
