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
