import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { attributesOf, rowOf } from '../../../../adapters/aws/dynamodb/attributes.ts';

/** Anything that JSON can hold, and what only an item can. */
const row = fc.dictionary(
  fc.string().filter((name) => name !== '__proto__'),
  fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      fc.string({ unit: 'grapheme' }),
      fc.maxSafeInteger(),
      fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e15, max: 1e15 }),
      fc.boolean(),
      fc.constant(null),
      fc.constant(undefined),
      fc.uint8Array({ maxLength: 20 }),
      fc.uniqueArray(fc.string(), { minLength: 1 }).map((texts) => new Set(texts)),
      fc.array(tie('value')),
      fc.dictionary(
        fc.string().filter((name) => name !== '__proto__'),
        tie('value'),
      ),
    ),
  })).value,
);
/** As on the wire: bytes are base64. */
const wired = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (_, part: unknown) =>
      part instanceof Uint8Array ? Buffer.from(part).toString('base64') : part,
    ),
  );

describe('an item in the wire format', () => {
  it('is what the SDK makes of it', () => {
    fc.assert(
      fc.property(row, (item) => {
        expect(wired(attributesOf(item))).toEqual(wired(marshall(item, { removeUndefinedValues: true })));
      }),
    );
  });

  it('is read as the SDK reads it', () => {
    fc.assert(
      fc.property(row, (item) => {
        const attributes = marshall(item, { removeUndefinedValues: true });

        const read = rowOf(attributesOf(item));

        expect(read).toEqual(unmarshall(attributes));
      }),
    );
  });

  it('keeps a member __proto__ of a body an ordinary member', () => {
    const item: Record<string, unknown> = { payload: JSON.parse('{"__proto__":{"admin":true},"a":1}') };

    const read = rowOf(JSON.parse(JSON.stringify(attributesOf(item))));

    expect(JSON.stringify(read)).toBe('{"payload":{"__proto__":{"admin":true},"a":1}}');
    expect(Object.getPrototypeOf(read['payload'])).toBe(Object.prototype);
  });

  it('has no members of a prototype', () => {
    expect(attributesOf(Object.create({ inherited: 1 }, { own: { value: 1, enumerable: true } }))).toEqual({
      own: { N: '1' },
    });
  });

  class Money {
    readonly cents = 1;
  }

  it.each([
    ['a.b[1]', { a: { b: [0, Number.NaN] } }, 'the number NaN'],
    ['a', { a: Number.POSITIVE_INFINITY }, 'the number Infinity'],
    ['a', { a: Number.MAX_SAFE_INTEGER + 1 }, 'the number 9007199254740992'],
    ['a', { a: 1n }, 'a bigint'],
    ['a', { a: () => 1 }, 'a function'],
    ['a', { a: Symbol('s') }, 'a symbol'],
    ['a', { a: new Date(0) }, 'a Date'],
    ['a', { a: new Map() }, 'a Map'],
    ['a', { a: new Money() }, 'a Money'],
    ['a', { a: new Set() }, 'an empty set'],
    ['a', { a: new Set(['x', 1]) }, 'a set of other things than strings'],
  ])('cannot have %s of %o: it says what and where', (path, item, what) => {
    expect(() => attributesOf(item)).toThrow(new TypeError(`No item can have ${what}: ${path}`));
  });

  it.each([{}, { X: 1 }, { NS: ['1'] }, { BS: [] }, null, 'S', 7, []])('is read without an odd attribute %o', (odd) => {
    expect(rowOf({ odd, id: { S: 'a' } })).toEqual({ odd: undefined, id: 'a' });
  });
});
