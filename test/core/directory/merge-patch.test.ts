import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergePatch } from '../../../core/directory/merge-patch.ts';

describe('mergePatch', () => {
  // Appendix A of RFC 7396.
  it.each([
    [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
    [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
    [{ a: 'b' }, { a: null }, {}],
    [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
    [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
    [{ a: 'c' }, { a: ['b'] }, { a: ['b'] }],
    [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
    [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
    [
      ['a', 'b'],
      ['c', 'd'],
      ['c', 'd'],
    ],
    [{ a: 'b' }, ['c'], ['c']],
    [{ a: 'foo' }, null, null],
    [{ a: 'foo' }, 'bar', 'bar'],
    [{ e: null }, { a: 1 }, { e: null, a: 1 }],
    [[1, 2], { a: 'b', c: null }, { a: 'b' }],
    [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
  ])('%j patched by %j is %j', (target, patch, expected) => {
    expect(mergePatch(target, patch)).toEqual(expected);
  });

  it('changes neither argument, and patching twice is patching once', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (target, patch) => {
        const before = JSON.stringify([target, patch]);
        const once = mergePatch(target, patch);

        expect(JSON.stringify([target, patch])).toBe(before);
        expect(mergePatch(once, patch)).toEqual(once);
      }),
    );
  });

  it('keeps __proto__ an ordinary key', () => {
    const merged = mergePatch({}, JSON.parse('{"__proto__":{"polluted":true}}'));

    expect(JSON.stringify(merged)).toBe('{"__proto__":{"polluted":true}}');
    expect({}).not.toHaveProperty('polluted');
  });
});
