import { randomFillSync } from 'node:crypto';

const STORED = 1024;

/**
 * Makes a source of strong random numbers in [0, 1), in steps of 2^-32. It asks the system for a thousand at a time: a
 * ULID takes sixteen, and asking for each would be a fiftieth of a send.
 */
export function createRandom(): () => number {
  const stored = new Uint32Array(STORED);
  let used = STORED;
  return () => {
    if (used === STORED) {
      randomFillSync(stored);
      used = 0;
    }
    const drawn = stored[used] ?? 0;
    used += 1;
    return drawn / 2 ** 32;
  };
}
