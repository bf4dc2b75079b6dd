import { isThrottlingError, isTransientError } from '@smithy/core/retry';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createRetries, hopeAfter } from '../../../../adapters/aws/calls/retries.ts';
import { refusalIn, ServiceError } from '../../../../adapters/aws/calls/service-error.ts';

afterEach(() => vi.restoreAllMocks());

type SdkError = Parameters<typeof isThrottlingError>[0];

const refused = (name: string, status = 400, headers: Record<string, string> = {}) =>
  new ServiceError(refusalIn({ status, headers, text: JSON.stringify({ __type: name }) }, Date.now()));
const lost = (code: string) => Object.assign(new Error('lost'), { code });

describe('a repetition', () => {
  it('is worth it after the same errors as with the SDK', () => {
    const names = [
      'ThrottlingException',
      'ProvisionedThroughputExceededException',
      'RequestLimitExceeded',
      'RequestThrottled',
      'Throttling',
      'ThrottledException',
      'RequestThrottledException',
      'TooManyRequestsException',
      'SlowDown',
      'BandwidthLimitExceeded',
      'LimitExceededException',
      'PriorRequestNotComplete',
      'EC2ThrottledException',
      'TransactionInProgressException',
      'TransactionConflictException',
      'TransactionCanceledException',
      'ConditionalCheckFailedException',
      'ValidationException',
      'AccessDeniedException',
      'InternalServerError',
      'ResourceNotFoundException',
      'UnrecognizedClientException',
      'ExpiredTokenException',
      'RequestTimeout',
      'RequestTimeoutException',
      'InternalFailure',
      'ServiceUnavailable',
      'ItemCollectionSizeLimitExceededException',
      'QueueDoesNotExist',
      'OverLimit',
      'InvalidSignatureException',
      'UnknownError',
    ];
    const statuses = [400, 403, 404, 408, 413, 429, 500, 501, 502, 503, 504];
    const codes = [
      'ECONNRESET',
      'ECONNREFUSED',
      'EPIPE',
      'ETIMEDOUT',
      'ENOTFOUND',
      'EAI_AGAIN',
      'EHOSTUNREACH',
      'ENETUNREACH',
      'EPROTO',
      'ERR_INVALID_URL',
      'HPE_INVALID_CONSTANT',
    ];
    const errors = [
      ...names.flatMap((name) => statuses.map((status) => refused(name, status))),
      ...codes.map(lost),
      new TypeError('a bug'),
    ];

    const ours = errors.map((error) => hopeAfter(error));

    const theirs = errors.map((error) => {
      if (isThrottlingError(error as SdkError)) return 'throttled';
      return isTransientError(error as SdkError) ? 'passing' : undefined;
    });
    expect(ours).toEqual(theirs);
  });

  it('waits twice as long each time, longer when the service is busy, and as long as the service asks', () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.999_999);
    const attempts = createRetries({ maxAttempts: 4, firstPauseMs: 25 });
    const pauses = (error: Error) => {
      const made = attempts();
      return Array.from({ length: 4 }, () => made.pauseAfter(error));
    };

    expect(pauses(lost('ECONNRESET'))).toEqual([24, 49, 99, undefined]);
    expect(pauses(refused('ThrottlingException'))).toEqual([999, 1999, 3999, undefined]);
    expect(pauses(refused('Busy', 503, { 'x-amz-retry-after': '300' }))).toEqual([300, 300, 300, undefined]);
    expect(pauses(refused('Busy', 503, { 'x-amz-retry-after': '60000' }))[0]).toBe(5024);
    expect(pauses(refused('ValidationException'))[0]).toBeUndefined();
  });

  it('waits for a random part of that', () => {
    const random = vi.spyOn(Math, 'random');
    const pauseAt = (value: number) => {
      random.mockReturnValue(value);
      return createRetries({ maxAttempts: 4, firstPauseMs: 100 })().pauseAfter(lost('EPIPE'));
    };

    expect([0, 0.25, 0.5].map(pauseAt)).toEqual([0, 25, 50]);
  });

  it('ends for all calls when many have failed, and comes back as calls succeed', () => {
    vi.spyOn(Math, 'random').mockReturnValue(0);
    const attempts = createRetries({ maxAttempts: 4, firstPauseMs: 25 });
    const isRepeated = () => attempts().pauseAfter(lost('ECONNRESET')) !== undefined;

    const before = Array.from({ length: 40 }, isRepeated).filter(Boolean).length;
    for (let calls = 0; calls < 14; calls += 1) attempts().succeeded();

    expect(before).toBe(35);
    expect([isRepeated(), isRepeated()]).toEqual([true, false]);
  });

  it('gives back what it took when it succeeds', () => {
    vi.spyOn(Math, 'random').mockReturnValue(0);
    const attempts = createRetries({ maxAttempts: 4, firstPauseMs: 25 });

    const repeated = Array.from({ length: 100 }, () => {
      const call = attempts();
      const pause = call.pauseAfter(lost('ECONNRESET'));
      call.succeeded();
      return pause;
    });

    expect(new Set(repeated)).toEqual(new Set([0]));
  });
});
