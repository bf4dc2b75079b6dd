import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseRetrySchedule, retryWait } from '../../../../core/delivery/backoff.ts';
import { planRetry } from '../../../../core/delivery/row/plan-retry.ts';

const schedule = parseRetrySchedule('5,30,120,600,1800,7200,18000,36000');
const now = Date.parse('2026-11-20T10:00:00.000Z');

describe('the wait before a retry', () => {
  it('lies within 20 % of the schedule', () => {
    fc.assert(
      fc.property(
        fc.nat(schedule.length - 1),
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        (used, random) => {
          const wait = retryWait(schedule, used, random) ?? Number.NaN;
          const planned = schedule[used] ?? Number.NaN;

          expect(wait).toBeGreaterThanOrEqual(planned * 0.8);
          expect(wait).toBeLessThanOrEqual(planned * 1.2);
        },
      ),
    );
  });

  it('ends with the schedule', () => {
    expect(retryWait(schedule, schedule.length, 0.5)).toBeUndefined();
  });
});

describe('the next attempt', () => {
  const situation = { now, receivedAt: now, retriesUsed: 0, retryAfterSeconds: undefined, random: 0.5 };

  it.each([
    [3, 600, false],
    [4, 1800, true],
  ])('after %i waits is %i s away, parked: %s', (retriesUsed, seconds, parked) => {
    expect(planRetry(schedule, { ...situation, retriesUsed })).toEqual({
      at: new Date(now + seconds * 1000).toISOString(),
      retriesUsed: retriesUsed + 1,
      parked,
    });
  });

  it('waits in the queue for at most 900 seconds when the receiver asks for a wait', () => {
    expect(planRetry(schedule, { ...situation, retryAfterSeconds: 900 })).toMatchObject({
      parked: false,
      retriesUsed: 0,
    });
    expect(planRetry(schedule, { ...situation, retryAfterSeconds: 901 })).toMatchObject({
      parked: true,
      retriesUsed: 0,
    });
  });

  it('is none when the schedule is used up', () => {
    expect(planRetry(schedule, { ...situation, retriesUsed: 8 })).toBeUndefined();
  });

  it('is none when the receiver asks for a moment later than a day after the schedule', () => {
    const end = schedule.reduce((sum, wait) => sum + wait, 0) + 24 * 3600;
    const receivedAt = now - (end - 60) * 1000;

    expect(planRetry(schedule, { ...situation, receivedAt, retryAfterSeconds: 60 })).toBeDefined();
    expect(planRetry(schedule, { ...situation, receivedAt, retryAfterSeconds: 61 })).toBeUndefined();
  });
});
