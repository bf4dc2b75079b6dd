import { expect, it } from 'vitest';
import { SeenIds } from '../../../cli/stream/seen-ids.ts';

it('knows the newest thousands of ids, and forgets older ones', () => {
  const seen = new SeenIds();

  expect(seen.isNew('a')).toBe(true);
  expect(seen.isNew('a')).toBe(false);
  for (let index = 0; index < 4000; index += 1) seen.isNew(String(index));
  expect(seen.isNew('3999')).toBe(false);
  expect(seen.isNew('a')).toBe(true);
});
