import { describe, expect, it } from 'vitest';
import { patternFault } from '../../../core/filter/pattern-fault.ts';
import { compilePattern } from '../../../core/filter/re2.ts';

function faultOf(pattern: string): string {
  try {
    compilePattern(pattern);
    return '';
  } catch (error) {
    return error instanceof Error ? error.message : '';
  }
}

describe('what is wrong with a pattern', () => {
  it.each([
    ['(a', 'here a "(" is not closed: (a'],
    ['[z', 'here a "[" is not closed: [z'],
    ['a)', 'here a ")" was never opened: a)'],
    ['a**', 'here a repetition is repeated: **'],
    ['*a', 'here nothing stands before the repetition: *'],
    ['a{2000}', 'a repetition goes up to 1,000: {2000}'],
    [String.raw`\q`, String.raw`this escape is not known: \q`],
    ['(?=x)', 'it has no lookaheads, lookbehinds and backreferences: (?='],
  ])('is said in our words: %s', (pattern, fault) => {
    expect(faultOf(pattern)).toBe(fault);
  });

  it('holds no word of the engine, whatever it finds', () => {
    expect(patternFault(new Error('RE2JSCompileException'))).toBe('this one cannot be read');
    const odd = ['(?P<n', '(?P<a-b>x)', '(?P<n>a)(?P<n>b)', '[b-a]', '[[:word:', String.raw`\p{Nope}`, '(?i', '\\'];
    for (const pattern of odd) expect(faultOf(pattern)).not.toMatch(/RE2|regexp|^$/);
  });
});
