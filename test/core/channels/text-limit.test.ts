import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  boldLine,
  codePoints,
  CUT_MARK,
  fit,
  fitParts,
  jsonBytes,
  utf16Units,
  utf8Bytes,
} from '../../../core/channels/text-limit.ts';

const measures = { codePoints, utf16Units, utf8Bytes, jsonBytes };

describe('the measures', () => {
  it.each([
    ['abc', 3, 3, 3, 3],
    ['é', 1, 1, 2, 2],
    ['👋', 1, 2, 4, 4],
    ['"\n', 2, 2, 2, 4],
    ['\u0001', 1, 1, 1, 6],
    ['', 0, 0, 0, 0],
  ])('count %j as %i code points, %i units, %i bytes and %i bytes of JSON', (text, points, units, bytes, json) => {
    expect([codePoints(text), utf16Units(text), utf8Bytes(text), jsonBytes(text)]).toEqual([
      points,
      units,
      bytes,
      json,
    ]);
  });
});

describe('fit', () => {
  it.each([
    ['abc', 3, 'abc'],
    ['abcd', 3, 'ab…'],
    ['abcd', 1, '…'],
    ['abcd', 0, ''],
    ['', 0, ''],
    ['', 5, ''],
    ['👋👋👋', 2, '👋…'],
  ])('makes %j of at most %i code points %j', (text, limit, fitted) => {
    expect(fit(text, limit, codePoints)).toBe(fitted);
  });

  it('leaves a piece whole or out', () => {
    expect(fit(['a', '&amp;', 'b'], 6, codePoints)).toBe('a…');
    expect(fit(['a', '&amp;', 'b'], 7, codePoints)).toBe('a&amp;b');
  });

  it.each(Object.entries(measures))('never exceeds the limit in %s, and says what it left out', (_, measure) => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme', maxLength: 5 })), fc.nat(60), (pieces, limit) => {
        const fitted = fit(pieces, limit, measure);

        expect(measure(fitted)).toBeLessThanOrEqual(limit);
        const whole = pieces.join('');
        const starts = fitted === whole || fitted === '' || whole.startsWith(fitted.slice(0, -CUT_MARK.length));
        expect(starts).toBe(true);
        expect(fitted === whole).toBe(measure(whole) <= limit && (whole === '' || limit >= measure(CUT_MARK)));
      }),
    );
  });
});

describe('fitParts', () => {
  it.each([
    ['abcdef', 3, 2, ['abc', 'def']],
    ['abcdefg', 3, 2, ['abc', 'de…']],
    ['ab', 3, 2, ['ab']],
    ['', 3, 2, []],
  ])('shares %j out to parts of %i', (text, limit, parts, shared) => {
    expect(fitParts(text, { limit, parts }, codePoints)).toEqual(shared);
  });

  it('cuts at a piece that fits no part', () => {
    expect(fitParts(['long', 'b'], { limit: 3, parts: 3 }, codePoints)).toEqual(['…']);
  });
});

describe('boldLine', () => {
  it('keeps asterisks from ending it', () => {
    expect(boldLine('2*3 **bold**', '*', 50)).toBe('*2∗3 ∗∗bold∗∗*');
  });
});
