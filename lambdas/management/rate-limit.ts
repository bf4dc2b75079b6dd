/** Requests a second that one credential may make in the long run, and at once after a rest (contract section 6). */
const PER_SECOND = 50;
const BURST = 200;

/** Credentials remembered at once; beyond that the rested ones are forgotten, which costs them nothing. */
const MAX_BUCKETS = 10_000;

/** Says whether one more request of `key` may be made now. */
export type RateLimit = (key: string) => boolean;

/**
 * A token bucket per credential, in the memory of this instance. A limit against accidents such as a loop in a script:
 * with several instances at work a credential may get as many times the limit.
 *
 * @param now epoch milliseconds
 */
export function createRateLimit(now: () => number): RateLimit {
  const buckets = new Map<string, { tokens: number; at: number }>();
  return (key) => {
    const at = now();
    const bucket = buckets.get(key) ?? { tokens: BURST, at };
    const tokens = Math.min(BURST, bucket.tokens + ((at - bucket.at) / 1000) * PER_SECOND);
    if (buckets.size >= MAX_BUCKETS) forgetRested(buckets, at);
    buckets.set(key, { tokens: tokens < 1 ? tokens : tokens - 1, at });
    return tokens >= 1;
  };
}

function forgetRested(buckets: Map<string, { tokens: number; at: number }>, now: number): void {
  for (const [key, { at }] of buckets) if (now - at > (BURST / PER_SECOND) * 1000) buckets.delete(key);
}
