import { describe, expect, it } from 'vitest';
import { createRandom } from '../../../adapters/system/random.ts';

describe('random numbers', () => {
  it('stay in [0, 1), fill it evenly and do not repeat beyond what is stored', () => {
    const random = createRandom();

    const drawn = Array.from({ length: 32_000 }, random);

    const counts = Array.from({ length: 32 }, (_, part) => drawn.filter((it) => Math.floor(it * 32) === part).length);
    expect(drawn.every((it) => it >= 0 && it < 1)).toBe(true);
    // 1,000 are expected in each part; ten standard deviations are 311.
    expect(counts.every((count) => Math.abs(count - 1000) < 311)).toBe(true);
    expect(new Set(drawn).size).toBeGreaterThan(31_900);
  });

  it('differ from those of another source', () => {
    expect(createRandom()()).not.toBe(createRandom()());
  });
});
