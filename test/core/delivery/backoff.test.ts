import { describe, expect, it } from 'vitest';
import { doublingWait } from '../../../core/delivery/backoff.ts';

const waits = [0, 1, 2, 3, 4];

describe('a wait that doubles', () => {
  it('begins with the first', () => {
    expect(waits.map((before) => doublingWait({ first: 50 }, before))).toEqual([50, 100, 200, 400, 800]);
  });

  it('stays at the longest once it is reached', () => {
    expect(waits.map((before) => doublingWait({ first: 100, longest: 300 }, before))).toEqual([
      100, 200, 300, 300, 300,
    ]);
  });

  it.each([
    ['none of it', 0, [200, 200, 200]],
    ['half of it', 0.5, [100, 150, 200]],
    ['all of it', 1, [0, 100, 200]],
  ])('leaves %s to chance', (_, chance, expected) => {
    expect([0, 0.5, 1].map((random) => doublingWait({ first: 100, chance }, 1, random))).toEqual(expected);
  });
});
