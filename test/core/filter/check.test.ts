import { describe, expect, it } from 'vitest';
import { checkFilter } from '../../../core/filter/check.ts';

const condition = { priority: { gte: 3 } };
const nested = (depth: number): object => (depth === 1 ? condition : { not: nested(depth - 1) });
const detailsOf = (value: unknown) => {
  const checked = checkFilter(value);
  return checked.kind === 'ok' ? [] : checked.details;
};

describe('a filter that may be saved', () => {
  it.each([
    condition,
    { all: [] },
    { any: [condition, { not: { tags: { none: ['a'] } } }] },
    { tags: { any: ['a'] } },
    { tags: { all: [] } },
    { priority: { exists: false } },
    { path: 'a.b[0][*]["c.d"]', op: 'exists' },
    { path: 'a', op: 'eq', value: null },
    { path: 'a', op: 'ne', value: true },
    { path: 'a', op: 'gt', value: 1 },
    { path: 'a', op: 'lte', value: 'x' },
    { path: 'a', op: 'in', value: ['x', 1, false, null] },
    { path: 'a', op: 'contains', value: 7 },
    { path: 'a', op: 'startsWith', value: '' },
    { path: 'a', op: 'matches', value: '(?i)^a+$' },
  ])('%j is given back as it is', (filter) => {
    expect(checkFilter(filter)).toEqual({ kind: 'ok', filter });
  });

  it('may be 8 deep and hold 64 conditions', () => {
    expect(checkFilter(nested(8)).kind).toBe('ok');
    expect(checkFilter({ all: Array.from({ length: 64 }, () => condition) }).kind).toBe('ok');
  });
});

describe('a filter that is refused', () => {
  it.each<[unknown, string]>([
    [null, ''],
    ['x', ''],
    [[], ''],
    [{}, ''],
    [{ foo: 1 }, ''],
    [{ all: [condition], any: [] }, 'any'],
    [{ not: condition, x: 1 }, 'x'],
    [{ all: condition }, 'all'],
    [{ any: 'x' }, 'any'],
    [{ not: [condition] }, 'not'],
    [{ all: [condition, 7] }, 'all[1]'],
    [{ all: [condition, { path: 'a', op: 'like', value: 'x' }] }, 'all[1].op'],
    [{ any: [{ not: { tags: 'a' } }] }, 'any[0].not.tags'],
    [{ tags: {} }, 'tags'],
    [{ tags: ['a'] }, 'tags'],
    [{ tags: null }, 'tags'],
    [{ tags: { any: ['a'], all: ['a'] } }, 'tags'],
    [{ tags: { some: ['a'] } }, 'tags'],
    [{ tags: { any: 'a' } }, 'tags.any'],
    [{ tags: { any: ['a', 1] } }, 'tags.any[1]'],
    [{ tags: { any: [] }, op: 'eq' }, 'op'],
    [{ priority: 3 }, 'priority'],
    [{ priority: null }, 'priority'],
    [{ priority: { is: 3 } }, 'priority'],
    [{ priority: { gt: 1, lt: 3 } }, 'priority'],
    [{ priority: { gt: '1' } }, 'priority.gt'],
    [{ priority: { eq: Infinity } }, 'priority.eq'],
    [{ priority: { exists: 1 } }, 'priority.exists'],
    [{ priority: { eq: 1 }, path: 'a' }, 'path'],
    [{ path: 'a' }, 'op'],
    [{ op: 'exists' }, 'path'],
    [{ path: 7, op: 'exists' }, 'path'],
    [{ path: 'a..b', op: 'exists' }, 'path'],
    [{ path: 'a', op: 'EQ', value: 1 }, 'op'],
    [{ path: 'a', op: 'toString', value: 1 }, 'op'],
    [{ path: 'a', op: 'exists', value: true }, 'value'],
    [{ path: 'a', op: 'missing', value: null }, 'value'],
    [{ path: 'a', op: 'eq' }, 'value'],
    [{ path: 'a', op: 'eq', value: [1] }, 'value'],
    [{ path: 'a', op: 'ne', value: {} }, 'value'],
    [{ path: 'a', op: 'gt', value: true }, 'value'],
    [{ path: 'a', op: 'gt', value: null }, 'value'],
    [{ path: 'a', op: 'lt', value: Infinity }, 'value'],
    [{ path: 'a', op: 'in', value: 'x' }, 'value'],
    [{ path: 'a', op: 'notIn', value: [[1]] }, 'value'],
    [{ path: 'a', op: 'contains', value: {} }, 'value'],
    [{ path: 'a', op: 'endsWith', value: 1 }, 'value'],
    [{ path: 'a', op: 'matches', value: 1 }, 'value'],
    [{ path: 'a', op: 'matches', value: '(' }, 'value'],
    [{ path: 'a', op: 'matches', value: String.raw`(a)\1` }, 'value'],
    [{ path: 'a', op: 'matches', value: '(?=a)' }, 'value'],
    [{ path: 'a', op: 'eq', value: 1, ignoreCase: true }, 'ignoreCase'],
    [JSON.parse('{"path":"a","op":"exists","__proto__":{}}'), '__proto__'],
    [nested(9), 'not.not.not.not.not.not.not.not'],
  ])('%j is refused at %j', (filter, path) => {
    const details = detailsOf(filter);

    expect(details.map((detail) => detail.path)).toEqual([path]);
    expect(details[0]?.message).not.toBe('');
  });

  it('is refused for its 65th condition', () => {
    const details = detailsOf({ all: Array.from({ length: 65 }, () => condition) });

    expect(details).toEqual([{ path: '', message: 'more than 64 conditions' }]);
  });

  it('is refused at a long key, which is shortened', () => {
    const details = detailsOf({ all: [{ path: 'a', op: 'exists', ['k'.repeat(50)]: 1 }] });

    expect(details[0]?.path).toBe(`all[0].${'k'.repeat(40)}…`);
  });

  it('is refused at a key of 40 characters by its whole name', () => {
    const details = detailsOf({ path: 'a', op: 'exists', ['k'.repeat(40)]: 1 });

    expect(details[0]?.path).toBe('k'.repeat(40));
  });

  it.each<[unknown, string]>([
    [{ tags: {} }, 'must have exactly one of any, all, none'],
    [{ tags: { any: 'a' } }, 'must be a list of strings'],
    [{ tags: { any: [1] } }, 'must be a string'],
    [{ priority: {} }, 'must have exactly one of eq, ne, gt, gte, lt, lte, exists'],
    [{ priority: { eq: '1' } }, 'must be a number'],
    [{ priority: { exists: 1 } }, 'must be true or false'],
    [{ path: 'a', op: 'exists', x: 1 }, 'is not allowed here; allowed: path, op, value'],
    [{ path: 7, op: 'exists' }, 'must be a string'],
    [{ path: 'a', op: 'exists', value: 1 }, 'exists takes no value'],
    [{ path: 'a', op: 'missing', value: 1 }, 'missing takes no value'],
    [{ path: 'a', op: 'eq', value: [] }, 'eq takes a string, a number, a boolean or null'],
    [{ path: 'a', op: 'gt', value: null }, 'gt takes a number or a string'],
    [{ path: 'a', op: 'in', value: 'x' }, 'in takes a list of strings, numbers, booleans or null'],
    [{ path: 'a', op: 'startsWith', value: 1 }, 'startsWith takes a string'],
    [{ path: 'a', op: 'matches', value: 1 }, 'matches takes a pattern as a string'],
    [{ all: 'x' }, 'must be a list of filters'],
    [nested(9), 'nested deeper than 8 levels'],
  ])('%j is told what is wrong: %s', (filter, message) => {
    expect(checkFilter(filter)).toEqual({ kind: 'invalid', details: [{ path: expect.any(String), message }] });
  });

  it('says what a pattern lacks and which operators there are', () => {
    expect(detailsOf({ path: 'a', op: 'matches', value: '(' })[0]?.message).toContain('a "(" is not closed: (');
    expect(detailsOf({ path: 'a', op: 'is', value: '(' })[0]?.message).toMatch(/exists, missing, eq, ne.*matches\.$/);
    expect(detailsOf({ path: 'a', op: 'match', value: '(' })[0]?.message).toMatch(/ Did you mean "matches"\?$/);
  });

  it('is told every mistake, but no more than 20', () => {
    expect(detailsOf({ any: [{ path: '', op: 'x' }, { priority: 1 }] }).map((detail) => detail.path)).toEqual([
      'any[0].path',
      'any[0].op',
      'any[1].priority',
    ]);
    expect(detailsOf({ any: Array.from({ length: 64 }, () => 'x') })).toHaveLength(20);
    expect(detailsOf({ any: Array.from({ length: 7 }, () => ({ path: '', op: 'x', y: 1 })) })).toHaveLength(20);
  });

  it('counts bytes, not characters', () => {
    const around = JSON.stringify({ tags: { any: [''] } }).length;

    expect(checkFilter({ tags: { any: ['x'.repeat(3072 - around)] } }).kind).toBe('ok');
    expect(detailsOf({ tags: { any: ['é'.repeat(1600)] } })).toEqual([
      { path: '', message: `${3200 + around} bytes of JSON; at most 3072 are allowed` },
    ]);
  });

  it('costs little however large it is', () => {
    let deep: unknown = condition;
    for (let depth = 0; depth < 100_000; depth += 1) deep = { not: deep };
    const started = performance.now();

    expect(detailsOf(deep)).toHaveLength(1);
    expect(detailsOf({ all: Array.from({ length: 200_000 }, () => condition) })).toHaveLength(1);
    expect(detailsOf({ all: Array.from({ length: 200_000 }, () => ({ all: [] })) })).toEqual([
      { path: 'all', message: '200000 entries; the filter may have 3072 bytes' },
    ]);
    expect(performance.now() - started).toBeLessThan(5000);
  });
});
