import { describe, expect, it } from 'vitest';
import { barsOf, deliveriesOf, inPercent, newestP95, successOf, sumOf } from '../../dashboard/src/overview/figures.ts';
import { boundsOf, coarse, ranges, toRange } from '../../dashboard/src/overview/range.ts';

const HOUR_MS = 3_600_000;
const NOON = Date.UTC(2026, 10, 22, 12);
const point = (hour: number, delivered: number, failed = 0, p95Ms: number | null = 900) => ({
  at: new Date(NOON + hour * HOUR_MS).toISOString(),
  messages: delivered + failed,
  delivered,
  failed,
  skipped: 7,
  pending: 1,
  p50Ms: 200,
  p95Ms,
});

it('adds up what points count, and leaves out what was never to be delivered', () => {
  const sum = sumOf([point(0, 3, 1), point(1, 5)]);

  expect(sum).toEqual({ messages: 9, delivered: 8, failed: 1, pending: 2 });
  expect(deliveriesOf(sum)).toBe(11);
  expect(successOf(sum)).toBeCloseTo(8 / 9);
  expect(successOf(sumOf([]))).toBeUndefined();
});

it('takes the delay of the newest point that has one', () => {
  expect(newestP95([point(0, 3, 0, 500), point(1, 2, 0, 700), point(2, 0, 0, null)])).toBe(700);
  expect(newestP95([point(0, 0, 0, null)])).toBeUndefined();
});

it('puts points together to bars that begin and end where they do', () => {
  const bars = barsOf([point(0, 1), point(1, 2), point(2, 4)], HOUR_MS, 2);

  expect(bars.map(({ from, to, delivered }) => [from, to, delivered])).toEqual([
    [NOON, NOON + 2 * HOUR_MS, 3],
    [NOON + 2 * HOUR_MS, NOON + 3 * HOUR_MS, 4],
  ]);
});

it.each([
  [0, '0 %'],
  [1, '100 %'],
  [0.99999, '99.99 %'],
  [0.9947, '99.47 %'],
  [0.631, '63.1 %'],
  [0.00001, '0.1 %'],
])('says a share of %d as %s: all and nothing are said of all and nothing', (share, words) => {
  expect(inPercent(share).replace('\u00a0', ' ')).toBe(words);
});

describe('a range', () => {
  it('is a day where the address names none that there is', () => {
    expect([toRange(null).id, toRange('9y').id, toRange('7d').id]).toEqual(['24h', '24h', '7d']);
  });

  it.each(ranges)('of $id is whole buckets up to the one that runs, and at most 60 bars', (range) => {
    const { from, to } = boundsOf(range, NOON + 1234);

    expect([Date.parse(from) % range.bucketMs, Date.parse(to) % range.bucketMs]).toEqual([0, 0]);
    expect(Date.parse(to)).toBeGreaterThan(NOON + 1234);
    expect(Date.parse(to) - Date.parse(from)).toBe(range.lengthMs);
    expect(range.lengthMs / range.bucketMs / range.perBar).toBeLessThanOrEqual(60);
  });

  it('is asked for in longer steps where only its sum is wanted', () => {
    expect(ranges.map((range) => coarse(range).bucket)).toEqual(['5m', '1h', '1h', '1d', '1d']);
  });

  it('asks the same question until a bucket ends, so that the answer can be 304', () => {
    const range = toRange('24h');

    expect(boundsOf(range, NOON + 1)).toEqual(boundsOf(range, NOON + HOUR_MS - 1));
  });
});
