import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withBalancedDirection, withoutDirection } from '../../../core/message/direction.ts';

const LRE = '\u202a';
const RLE = '\u202b';
const PDF = '\u202c';
const LRO = '\u202d';
const RLO = '\u202e';
const LRI = '\u2066';
const RLI = '\u2067';
const FSI = '\u2068';
const PDI = '\u2069';
const hostile = fc.string({ unit: fc.constantFrom('a', 'א', '\n', LRE, RLE, PDF, LRO, RLO, LRI, RLI, FSI, PDI) });

describe('a text of one line', () => {
  it('has no control of direction, and everything else', () => {
    expect(withoutDirection(`a${LRE}${RLE}${PDF}${LRO}${RLO}${LRI}${RLI}${FSI}${PDI}\u200e\u200fא`)).toBe(
      'a\u200e\u200fא',
    );
  });
});

describe('a text of several lines', () => {
  it.each([
    ['nothing to do', 'שלום\nhello', 'שלום\nhello'],
    ['an isolate', `a ${FSI}שלום${PDI}!`, `a ${FSI}שלום${PDI}!`],
    ['nested ones', `${RLI}${LRE}x${PDF}${PDI}`, `${RLI}${LRE}x${PDF}${PDI}`],
    ['an embedding that ends before its line does', `${RLE}a${PDF}b`, `${RLE}a${PDF}b`],
    ['nested ones, each with an end of its own', `${RLI}${LRE}x${PDF}y${PDI}z`, `${RLI}${LRE}x${PDF}y${PDI}z`],
    ['an override', `${RLO}gpj.exe${PDF}`, 'gpj.exe'],
    ['an override without an end', `${LRO}gpj${RLO}.exe`, 'gpj.exe'],
    ['isolates without an end', `${LRI}a${RLI}b\nc`, `${LRI}a${RLI}b${PDI}${PDI}\nc`],
    ['an embedding without an end', `${RLE}a`, `${RLE}a${PDF}`],
    ['ends without a beginning', `a${PDF}b${PDI}`, 'ab'],
    ['an end on the next line', `${RLI}a\nb${PDI}`, `${RLI}a${PDI}\nb`],
    ['an embedding that its isolate ends', `${RLI}${LRE}a${PDI}b`, `${RLI}${LRE}a${PDF}${PDI}b`],
    ['the wrong end inside of an isolate', `${LRE}${RLI}a${PDF}b${PDI}c${PDF}`, `${LRE}${RLI}ab${PDI}c${PDF}`],
  ])('with %s', (_, text, expected) => {
    expect(withBalancedDirection(text)).toBe(expected);
  });

  it('keeps every letter, and on every line each control has its partner', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const result = withBalancedDirection(text);

        expect(withoutDirection(result)).toBe(withoutDirection(text));
        expect(withBalancedDirection(result)).toBe(result);
        for (const line of result.split('\n')) expect(leftOpen(line)).toBe('');
      }),
    );
  });
});

/** What is left of the controls of a line when partners are taken away from the inside out. */
function leftOpen(line: string): string {
  const controls = line.replace(/[^\u202a-\u202e\u2066-\u2069]/g, '');
  const inner = controls.replace(/[\u202a\u202b]\u202c|[\u2066-\u2068]\u2069/g, '');
  return inner === controls ? inner : leftOpen(inner);
}
