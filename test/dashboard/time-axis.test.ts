import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { timeAxis } from '../../dashboard/src/messages/time-axis.ts';

const START = Date.UTC(2026, 10, 22);

it('spreads waits that grow over its whole length', () => {
  const tries = [0, 5, 35, 155, 755, 2555, 9755].map((seconds) => START + seconds * 1000);

  const { place, marks } = timeAxis(START, tries);

  const places = tries.map(place);
  expect(places[0]).toBe(0);
  expect(places.at(-1)).toBe(1);
  expect(Math.min(...places.slice(1).map((one, index) => one - (places[index] ?? 0)))).toBeGreaterThan(0.1);
  expect(marks.map(({ label }) => label)).toEqual(['1 s', '10 s', '1 min', '10 min', '1 h']);
});

it('has everything between its ends and in order, whatever clocks say', () => {
  const times = fc.array(fc.integer({ min: -7_200_000, max: 90_000_000 }), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(times, (offsets) => {
      const sorted = offsets.toSorted((one, other) => one - other).map((offset) => START + offset);
      const { place, marks } = timeAxis(START, sorted);
      const places = [...sorted.map(place), ...marks.map((mark) => mark.place)];
      expect(places.every((one) => one >= 0 && one <= 1)).toBe(true);
      expect(sorted.map(place)).toEqual(sorted.map(place).toSorted((one, other) => one - other));
    }),
  );
});
