import { expect, it } from 'vitest';
import { inUnits } from '../../dashboard/src/time/duration.ts';

it.each([
  [0, '0 ms'],
  [-3, '0 ms'],
  [620.4, '620 ms'],
  [1000, '1 s'],
  [1530, '1.5 s'],
  [12_400, '12 s'],
  [60_000, '1 min'],
  [245_000, '4 min 5 s'],
  [3_600_000, '1 h'],
  [9_755_000, '2 h 42 min'],
  [90_000_000, '1 d 1 h'],
])('says %d ms as %s', (ms, words) => {
  expect(inUnits(ms)).toBe(words);
});
