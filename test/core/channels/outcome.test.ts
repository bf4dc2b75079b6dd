import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { HttpResponse } from '../../../core/channels/http-exchange.ts';
import {
  classifyStatus,
  MAX_RETRY_AFTER_SECONDS,
  outcomeOf,
  readRetryAfter,
  retryOf,
} from '../../../core/channels/outcome.ts';

const now = Date.parse('2026-11-20T10:00:00Z');

function answer(status: number, headers: Record<string, string> = {}): HttpResponse {
  return { kind: 'response', status, headers, body: '', truncated: false, durationMs: 1 };
}

describe('classifyStatus', () => {
  it.each([200, 201, 202, 204, 299])('says delivered on %i', (status) => {
    expect(classifyStatus(answer(status), now)).toEqual({ kind: 'delivered', status });
  });

  it.each([408, 425, 429, 500, 502, 503, 504, 507, 509, 599])('says retry on %i', (status) => {
    expect(classifyStatus(answer(status), now)).toEqual({
      kind: 'retry',
      status,
      error: `the receiver answered ${status}`,
    });
  });

  it.each([100, 199, 400, 401, 403, 404, 405, 409, 413, 422, 499])('says failed on %i', (status) => {
    expect(classifyStatus(answer(status), now)).toEqual({
      kind: 'failed',
      status,
      error: `the receiver answered ${status}`,
    });
  });

  it.each([300, 301, 302, 303, 307, 308, 399])('says failed on %i, because redirects are not followed', (status) => {
    expect(classifyStatus(answer(status, { location: 'https://secret.example/' }), now)).toEqual({
      kind: 'failed',
      status,
      error: `the receiver answered ${status}: redirects are not followed, so the channel needs the final address`,
    });
  });

  it('says failed on 508, because a loop is not retried', () => {
    expect(classifyStatus(answer(508, { 'retry-after': '5' }), now)).toEqual({
      kind: 'failed',
      status: 508,
      error: 'the receiver answered 508: the notification is going round in a loop',
    });
  });

  it('says failed and switches the channel off on 410', () => {
    const error = 'the receiver answered 410: it is gone for good';

    expect(classifyStatus(answer(410), now)).toEqual({ kind: 'failed', status: 410, error, disableChannel: error });
  });

  it('hands on how long the receiver asks to wait', () => {
    expect(classifyStatus(answer(429, { 'retry-after': '17' }), now)).toMatchObject({
      kind: 'retry',
      retryAfterSeconds: 17,
    });
  });
});

describe('retryOf', () => {
  it("keeps the vendor's own words when there are some", () => {
    expect(retryOf(answer(200, { 'retry-after': '3' }), now, 'ratelimited')).toEqual({
      kind: 'retry',
      status: 200,
      error: 'ratelimited',
      retryAfterSeconds: 3,
    });
  });
});

describe('readRetryAfter', () => {
  it.each([
    ['30', 30],
    [' 30 ', 30],
    ['0', 1],
    ['99999999999999999999', MAX_RETRY_AFTER_SECONDS],
    ['Fri, 20 Nov 2026 10:01:00 GMT', 60],
    ['Friday, 20-Nov-26 10:01:00 GMT', 60],
    ['Fri Nov 20 10:01:00 2026', 60],
    ['Thu, 19 Nov 2026 10:00:00 GMT', 1],
    ['Fri, 20 Nov 2099 10:00:00 GMT', MAX_RETRY_AFTER_SECONDS],
  ])('reads %j as %i s', (header, seconds) => {
    expect(readRetryAfter(header, now)).toBe(seconds);
  });

  it.each([
    undefined,
    '',
    '-5',
    '1.5',
    '1e3',
    '0x10',
    'soon',
    '5, 10',
    '2026-11-20T10:01:00Z',
    'Fri, 20 Nov 2026 10:01:00 CET',
    'Fri, 99 Foo 2026 10:01:00 GMT',
  ])('ignores %j', (header) => {
    expect(readRetryAfter(header, now)).toBeUndefined();
  });

  it('rounds a date up to whole seconds', () => {
    expect(readRetryAfter('Fri, 20 Nov 2026 10:00:30 GMT', now + 1)).toBe(30);
  });

  it('stays within its range whatever the receiver sends', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.integer().map(String),
          fc.date({ noInvalidDate: true }).map((date) => date.toUTCString()),
        ),
        (header) => {
          const seconds = readRetryAfter(header, now) ?? 1;

          expect(Number.isInteger(seconds) && seconds >= 1 && seconds <= MAX_RETRY_AFTER_SECONDS).toBe(true);
        },
      ),
    );
  });
});

const classify = (response: HttpResponse) => ({ kind: 'delivered', status: response.status }) as const;

describe('outcomeOf', () => {
  it('reads an answer as the channel kind does', () => {
    expect(outcomeOf(answer(418), classify)).toEqual({ kind: 'delivered', status: 418 });
  });

  it('fails for good when the request was refused, because it will be again', () => {
    expect(outcomeOf({ kind: 'refused', reason: 'port 25 is not for https' }, classify)).toEqual({
      kind: 'failed',
      error: 'not sent: port 25 is not for https',
    });
  });

  it('retries a request that surely did not arrive', () => {
    const failure = {
      kind: 'failed',
      reason: 'connect',
      message: 'no connection',
      maybeDelivered: false,
      durationMs: 1,
    } as const;

    expect(outcomeOf(failure, classify)).toEqual({ kind: 'retry', error: 'no connection' });
  });

  it('retries a request that may have arrived, and says so', () => {
    const failure = {
      kind: 'failed',
      reason: 'timeout',
      message: 'no answer',
      maybeDelivered: true,
      durationMs: 1,
    } as const;

    expect(outcomeOf(failure, classify)).toEqual({ kind: 'retry', error: 'no answer; it may have been delivered' });
  });

  it('throws on a result of an unknown kind: a bug', () => {
    expect(() => outcomeOf(JSON.parse('{"kind":"new"}'), classify)).toThrow('no outcome is known for {"kind":"new"}');
  });
});
