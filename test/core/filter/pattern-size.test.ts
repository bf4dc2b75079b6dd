import { RE2JS } from 're2js';
import { describe, expect, it } from 'vitest';
import { patternSize } from '../../../core/filter/pattern-size.ts';

describe('the size of a pattern', () => {
  it.each([
    ['error', 'error'],
    ['a{1000}', 'one counted repetition'],
    ['(a{10}b){20}', 'repetitions inside one another'],
    ['((a{0,10}){0,10}){0,10}', 'optional ones'],
    ['a{0,1000}'.repeat(100), 'many of them'],
    ['(?:[^a-z(]{3}){50}', 'a class with a parenthesis'],
    ['[]a(]{300}', 'a class that begins with a bracket'],
    ['[[:alpha:]]{300}', 'a named class'],
    ['\\Q(a[\\E{500}', 'a quotation'],
    ['\\pL{300}\\p{Greek}{300}', 'named classes of Unicode'],
    ['\\({400}', 'an escape'],
    ['(a?){500}a{500}[bc]', 'what is optional many times'],
    ['a{2,}(b{3,}){4}', 'repetitions without an end'],
  ])('of %j (%s) is not far below what it compiles to', (pattern) => {
    expect(patternSize(pattern) * 3).toBeGreaterThanOrEqual(RE2JS.compile(pattern).programSize());
  });

  it.each([
    ['error', 6],
    ['(a{10}b){20}', 241],
    ['a{0}b', 3],
  ])('of %j is %d', (pattern, size) => {
    expect(patternSize(pattern)).toBe(size);
  });

  it.each(['', '(((', ')))', '{5}', '[', 'a{', '\\', 'a{99999999999}'])(
    'is told for %j, which may be no pattern',
    (text) => {
      expect(patternSize(text)).toBeGreaterThan(0);
    },
  );
});
