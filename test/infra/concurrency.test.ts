import { describe, expect, it } from 'vitest';
import { lettingGoAfterMs, shareConcurrency } from '../../lib/constructs/delivery/concurrency.ts';
import { DELIVERY_TIMEOUT } from '../../lib/constructs/delivery/limits.ts';

describe('a batch that lets slow deliveries go', () => {
  it.each([
    [6, undefined],
    [79, undefined],
    [80, 2000],
    [100, 2363],
    [200, 4688],
    [640, undefined],
    [1000, undefined],
  ])('with %i deliveries at a time does so after %s ms', (all, expected) => {
    expect(lettingGoAfterMs(all)).toBe(expected);
  });

  it('never leaves more than 400 environments at work', () => {
    const environments = Array.from({ length: 995 }, (_, at) => {
      const afterMs = lettingGoAfterMs(at + 6) ?? Infinity;
      return (shareConcurrency(at + 6).outbound * DELIVERY_TIMEOUT.toMilliseconds()) / afterMs;
    });

    expect(Math.max(...environments)).toBeLessThanOrEqual(400);
  });
});
