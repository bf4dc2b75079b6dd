import { ServiceError } from './service-error.ts';

/** Why a call may be made again: the service has had too much, or something went wrong that passes. */
export type Hope = 'throttled' | 'passing';

const THROTTLED: ReadonlySet<string> = new Set([
  'BandwidthLimitExceeded',
  'EC2ThrottledException',
  'LimitExceededException',
  'PriorRequestNotComplete',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'RequestThrottled',
  'RequestThrottledException',
  'SlowDown',
  'ThrottledException',
  'Throttling',
  'ThrottlingException',
  'TooManyRequestsException',
  'TransactionInProgressException',
]);
const PASSING: ReadonlySet<string> = new Set(['TimeoutError', 'RequestTimeout', 'RequestTimeoutException']);
const PASSING_STATUSES: ReadonlySet<number> = new Set([500, 502, 503, 504]);
/** Of Node. */
const LOST_CONNECTION: ReadonlySet<unknown> = new Set([
  'ECONNRESET',
  'ECONNREFUSED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

const NO_ANSWER = { $metadata: { httpStatusCode: 0 }, clock: undefined };

/** @returns undefined when the same call would fail again */
export function hopeAfter(error: unknown): Hope | undefined {
  if (!(error instanceof Error)) return undefined;
  const { $metadata, clock } = error instanceof ServiceError ? error : NO_ANSWER;
  const status = $metadata.httpStatusCode;
  if (clock !== undefined) return 'passing';
  if (status === 429 || THROTTLED.has(error.name)) return 'throttled';
  if (PASSING.has(error.name) || PASSING_STATUSES.has(status)) return 'passing';
  return 'code' in error && LOST_CONNECTION.has(error.code) ? 'passing' : undefined;
}

const MOST_TOKENS = 500;
const COSTS = { passing: 14, throttled: 5 } as const;
/** Milliseconds. */
const LONGEST_PAUSE = 20_000;
const THROTTLED_PAUSE = 1000;
const MOST_ADDED = 5000;

interface RetryOptions {
  /** The first included. */
  readonly maxAttempts: number;
  /** Up to this long after the first failure, twice as long after each further one. Milliseconds. */
  readonly firstPauseMs: number;
}

/** What became of the attempts of one call. */
export interface CallAttempts {
  /** @returns how long to wait before the next attempt, in milliseconds, or undefined when there should be none */
  pauseAfter(error: unknown): number | undefined;
  succeeded(): void;
}

/**
 * Decides about repetitions as the SDK's standard mode does: a random part of a pause that doubles, and an allowance
 * that all calls share, so that a service in trouble is not asked four times as often.
 *
 * @see https://docs.aws.amazon.com/sdkref/latest/guide/feature-retry-behavior.html
 */
export function createRetries({ maxAttempts, firstPauseMs }: RetryOptions): () => CallAttempts {
  let tokens = MOST_TOKENS;
  return () => {
    let failures = 0;
    let spent = 0;
    return {
      pauseAfter(error) {
        const hope = hopeAfter(error);
        failures += 1;
        if (hope === undefined || failures === maxAttempts || tokens < COSTS[hope]) return undefined;
        spent = COSTS[hope];
        tokens -= spent;
        const first = hope === 'throttled' ? THROTTLED_PAUSE : firstPauseMs;
        const pause = Math.floor(Math.random() * Math.min(first * 2 ** (failures - 1), LONGEST_PAUSE));
        const asked = error instanceof ServiceError ? (error.retryAfterMs ?? 0) : 0;
        return Math.max(pause, Math.min(asked, pause + MOST_ADDED));
      },
      succeeded() {
        tokens = Math.min(MOST_TOKENS, tokens + (spent === 0 ? 1 : spent));
      },
    };
  };
}
