import { describe, expect, it } from 'vitest';
import { duration, wholeNumber } from '../../cli/arguments.ts';

describe('a whole number', () => {
  it.each([
    ['1', 1],
    ['05', 5],
  ])('is read from %s', (text, number) => expect(wholeNumber(1, 5)(text)).toBe(number));

  it.each(['0', '6', '1.5', '-1', '', '1e0', 'x'])('is not %j', (text) => {
    expect(() => wholeNumber(1, 5)(text)).toThrow('give a whole number from 1 to 5');
  });
});

describe('a time', () => {
  it.each([
    ['90s', 90],
    ['30m', 1800],
    ['8h', 28_800],
    ['2d', 172_800],
  ])('is read from %s as seconds', (text, seconds) => expect(duration(60, 604_800)(text)).toBe(seconds));

  it.each(['59s', '8d', '30', 'm', '1w', '1 h', '-1h', '99999999s', ''])('is not %j', (text) => {
    expect(() => duration(60, 604_800)(text)).toThrow('give a time from 60s to 604800s, such as 30m or 8h');
  });
});
