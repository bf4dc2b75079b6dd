import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { binOf, type Durations, percentile } from '../../../core/figures/durations.ts';

function durationsOf(values: readonly number[]): Durations {
  const durations: Record<string, number> = {};
  for (const value of values) durations[binOf(value)] = (durations[binOf(value)] ?? 0) + 1;
  return durations;
}

/** Of the values themselves, by the nearest rank. */
function exactPercentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.ceil(share * sorted.length) - 1]!;
}

describe('a percentile of durations', () => {
  it('is within 10 % for every whole number of milliseconds up to a minute', () => {
    const off = Array.from({ length: 60_000 }, (_, index) => index + 1).filter((value) => {
      const found = percentile(durationsOf([value]), 0.5)!;
      return Math.abs(found - value) > value * 0.1;
    });

    expect(off).toEqual([]);
  });

  it('is within 10 % of the value itself, whatever was measured', () => {
    const duration = fc.oneof(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 1, max: 31 * 24 * 60 * 60_000 }));
    fc.assert(
      fc.property(
        fc.array(duration, { minLength: 1, maxLength: 200 }),
        fc.constantFrom(0.5, 0.95, 1),
        (values, share) => {
          const exact = exactPercentile(values, share);
          const found = percentile(durationsOf(values), share)!;
          expect(Math.abs(found - exact)).toBeLessThanOrEqual(exact * 0.1);
        },
      ),
    );
  });

  it('is null when nothing was measured', () => {
    expect(percentile({}, 0.95)).toBeNull();
  });

  it('takes what a clock makes negative for a millisecond', () => {
    expect(percentile(durationsOf([-5000, 0, 1]), 1)).toBe(1);
  });
});
