import { ulid } from 'ulid';
import { describe, expect, it } from 'vitest';
import { ULID, ulidTime } from '../../../core/message/ulid.ts';

describe('a ULID', () => {
  it('is what the library makes, in its first and in its last millisecond too', () => {
    expect([0, Date.parse('2026-11-14T09:00:00Z'), 2 ** 48 - 1].map((time) => ULID.test(ulid(time)))).toEqual([
      true,
      true,
      true,
    ]);
  });

  it.each([
    ['a first character of more than three bits', '80000000000000000000000000'],
    ['a letter that Crockford leaves out', '0000000000000000000000000U'],
    ['a character too few', '0000000000000000000000000'],
    ['a character too many', '000000000000000000000000000'],
    ['lower case', '0000000000000000000000000a'],
  ])('has not %s', (_, text) => {
    expect(ULID.test(text)).toBe(false);
  });
});

describe('the time in a ULID', () => {
  it('is what the ULIDs of that moment start with', () => {
    const time = Date.parse('2026-11-14T09:00:00.123Z');

    expect(ulid(time).slice(0, 10)).toBe(ulidTime(time));
  });

  it.each([
    ['before 1970', -1, '0000000000'],
    ['beyond what 48 bits hold', Infinity, '7ZZZZZZZZZ'],
  ])('is the nearest for a moment %s', (_, time, expected) => {
    expect(ulidTime(time)).toBe(expected);
  });
});
