/** How much is allowed: a rate per second in the long run, and a burst after a rest. */
export interface Allowance {
  readonly perSecond: number;
  readonly burst: number;
}

/** Requests of one credential (contract section 6). */
export const requestsPerCredential: Allowance = { perSecond: 50, burst: 200 };

/** Credentials from one address that prove nothing: far more than mistakes, far fewer than guessing would take. */
export const failuresPerAddress: Allowance = { perSecond: 5, burst: 500 };

/** How many keys are kept. Beyond it, those with a full bucket are forgotten, which changes nothing for them. */
const MAX_BUCKETS = 10_000;

/** Token buckets by key. */
export interface RateLimit {
  /** Whether anything is left for `key`. */
  hasLeft(key: string): boolean;
  /** Takes one, and says whether there was one. */
  take(key: string): boolean;
}

/**
 * Buckets in the memory of this instance. A limit against accidents such as a loop in a script: with several instances
 * at work a key may get as many times the limit.
 *
 * @param now epoch milliseconds
 */
export function createRateLimit({ perSecond, burst }: Allowance, now: () => number): RateLimit {
  const buckets = new Map<string, { left: number; at: number }>();
  const leftFor = (key: string, at: number): number => {
    const bucket = buckets.get(key) ?? { left: burst, at };
    return Math.min(burst, bucket.left + ((at - bucket.at) / 1000) * perSecond);
  };
  const forgetRested = (at: number): void => {
    for (const [key, bucket] of buckets) if (at - bucket.at > (burst / perSecond) * 1000) buckets.delete(key);
  };
  return {
    hasLeft: (key) => leftFor(key, now()) >= 1,
    take(key) {
      const at = now();
      const left = leftFor(key, at);
      if (buckets.size >= MAX_BUCKETS) forgetRested(at);
      buckets.set(key, { left: left < 1 ? left : left - 1, at });
      return left >= 1;
    },
  };
}
