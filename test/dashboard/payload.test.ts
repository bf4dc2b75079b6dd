import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { childrenOf, openAtFirst } from '../../dashboard/src/messages/payload-nodes.ts';
import { printPayload } from '../../dashboard/src/messages/payload-text.ts';

const nested = (levels: number) => {
  let value: object = { end: true };
  for (let level = 0; level < levels; level += 1) value = { inner: value };
  return value;
};

describe('a payload as text', () => {
  it('is what JSON.stringify indents, when there is room for it', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        // What comes out of JSON has no negative zero.
        const parsed: unknown = JSON.parse(JSON.stringify(value));
        expect(printPayload(parsed, '  ', Infinity)).toEqual({ text: JSON.stringify(parsed, null, 2), isWhole: true });
        expect(printPayload(parsed, '', Infinity).text).toBe(JSON.stringify(parsed));
      }),
    );
  });

  it('is the beginning of it, and says so, when there is not', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.integer({ min: 0, max: 80 }), (value, room) => {
        const parsed: unknown = JSON.parse(JSON.stringify(value));
        const whole = JSON.stringify(parsed, null, 2);
        expect(printPayload(parsed, '  ', room)).toEqual({ text: whole.slice(0, room), isWhole: whole.length <= room });
      }),
    );
  });

  it('ends in time when indented it would be 72 MB', () => {
    const { text, isWhole } = printPayload(nested(6000), '  ', 100_000);

    expect(text).toHaveLength(100_000);
    expect(isWhole).toBe(false);
  });

  it('is all of it without indents, also where JSON.stringify overflows the stack', () => {
    const { text } = printPayload(nested(20_000), '', Infinity);

    expect(text).toBe(`${'{"inner":'.repeat(20_000)}{"end":true}${'}'.repeat(20_000)}`);
  });
});

describe('a payload as a tree', () => {
  it('opens level by level as far as a screenful', () => {
    const payload = { few: { a: 1, b: { c: 2 } }, many: Array.from({ length: 1000 }, (_, index) => ({ index })) };

    const open = openAtFirst(payload, 60);

    expect([open.has(payload.few), open.has(payload.many)]).toEqual([true, false]);
  });

  it('opens no more than that of a chain of thousands', () => {
    expect(openAtFirst(nested(6000), 60).size).toBeLessThanOrEqual(60);
  });

  it('names what it holds as filters address it, from any place on', () => {
    const value = [0, 1, 2, { 'a b': 1, c: 2 }];

    expect(childrenOf({ path: 'list', value }, 2, 1)).toEqual([{ path: 'list[2]', name: '[2]', value: 2 }]);
    expect(childrenOf({ path: 'list[3]', value: value[3] }, 0, 9).map(({ path }) => path)).toEqual([
      'list[3]["a b"]',
      'list[3].c',
    ]);
    expect(childrenOf({ path: 'list[0]', value: 0 }, 0, 9)).toEqual([]);
  });
});
