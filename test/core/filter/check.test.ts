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
    [{ tags: { any: ['a'], all: ['a'] } }, 'tags'],
    [{ tags: { some: ['a'] } }, 'tags'],
    [{ tags: { any: 'a' } }, 'tags.any'],
    [{ tags: { any: ['a', 1] } }, 'tags.any[1]'],
    [{ tags: { any: [] }, op: 'eq' }, 'op'],
    [{ priority: 3 }, 'priority'],
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

  it('says what a pattern lacks and which operators there are', () => {
    expect(detailsOf({ path: 'a', op: 'matches', value: '(' })[0]?.message).toContain('missing closing )');
    expect(detailsOf({ path: 'a', op: 'is', value: '(' })[0]?.message).toContain('exists, missing, eq, ne');
  });

  it('is told every mistake, but no more than 20', () => {
    expect(detailsOf({ any: [{ path: '', op: 'x' }, { priority: 1 }] }).map((detail) => detail.path)).toEqual([
      'any[0].path',
      'any[0].op',
      'any[1].priority',
    ]);
    expect(detailsOf({ any: Array.from({ length: 64 }, () => 'x') })).toHaveLength(20);
  });

  it('counts bytes, not characters', () => {
    expect(checkFilter({ tags: { any: ['x'.repeat(3000)] } }).kind).toBe('ok');
    expect(detailsOf({ tags: { any: ['é'.repeat(1600)] } })[0]?.message).toContain('at most 3072');
  });

  it('costs little however large it is', () => {
    let deep: unknown = condition;
    for (let depth = 0; depth < 100_000; depth += 1) deep = { not: deep };
    const started = performance.now();

    expect(detailsOf(deep)).toHaveLength(1);
    expect(detailsOf({ all: Array.from({ length: 200_000 }, () => condition) })).toHaveLength(1);
    expect(detailsOf({ all: Array.from({ length: 200_000 }, () => ({ all: [] })) })).toHaveLength(1);
    expect(performance.now() - started).toBeLessThan(5000);
  });
});
