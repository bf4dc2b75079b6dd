import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkFilter } from '../../../core/filter/check.ts';
import { Filter } from '../../../lib/index.ts';

const json = (filter: Filter): unknown => JSON.parse(JSON.stringify(filter));

describe('a filter in words', () => {
  it.each([
    [Filter.priority.atLeast(3), { priority: { gte: 3 } }],
    [Filter.priority.atMost(3), { priority: { lte: 3 } }],
    [Filter.priority.above(3), { priority: { gt: 3 } }],
    [Filter.priority.below(3), { priority: { lt: 3 } }],
    [Filter.priority.is(3), { priority: { eq: 3 } }],
    [Filter.priority.isNot(3), { priority: { ne: 3 } }],
    [Filter.priority.exists(), { priority: { exists: true } }],
    [Filter.priority.missing(), { priority: { exists: false } }],
    [Filter.tags.any('a', 'b'), { tags: { any: ['a', 'b'] } }],
    [Filter.tags.all('a'), { tags: { all: ['a'] } }],
    [Filter.tags.none('a'), { tags: { none: ['a'] } }],
    [Filter.path('a.b').exists(), { path: 'a.b', op: 'exists' }],
    [Filter.path('a.b').missing(), { path: 'a.b', op: 'missing' }],
    [Filter.path('a').is(null), { path: 'a', op: 'eq', value: null }],
    [Filter.path('a').isNot(false), { path: 'a', op: 'ne', value: false }],
    [Filter.path('a').above(1), { path: 'a', op: 'gt', value: 1 }],
    [Filter.path('a').atLeast('b'), { path: 'a', op: 'gte', value: 'b' }],
    [Filter.path('a').below(1), { path: 'a', op: 'lt', value: 1 }],
    [Filter.path('a').atMost(1), { path: 'a', op: 'lte', value: 1 }],
    [Filter.path('a[*].b').in(1, 'c'), { path: 'a[*].b', op: 'in', value: [1, 'c'] }],
    [Filter.path('a').notIn(1), { path: 'a', op: 'notIn', value: [1] }],
    [Filter.path('a').contains('b'), { path: 'a', op: 'contains', value: 'b' }],
    [Filter.path('a').startsWith('b'), { path: 'a', op: 'startsWith', value: 'b' }],
    [Filter.path('a').endsWith('b'), { path: 'a', op: 'endsWith', value: 'b' }],
    [Filter.path('["odd.key"]').matches('^b'), { path: '["odd.key"]', op: 'matches', value: '^b' }],
    [Filter.not(Filter.tags.any('a')), { not: { tags: { any: ['a'] } } }],
  ])('gives the JSON of the API: %j', (filter, expected) => {
    expect(json(filter)).toEqual(expected);
  });

  it('joins filters', () => {
    const loud = Filter.priority.atLeast(4);
    const mine = Filter.tags.any('mine');

    expect(json(loud.and(mine))).toEqual({ all: [{ priority: { gte: 4 } }, { tags: { any: ['mine'] } }] });
    expect(json(loud.or(mine))).toEqual({ any: [{ priority: { gte: 4 } }, { tags: { any: ['mine'] } }] });
    expect(json(Filter.all(loud, mine, loud))).toMatchObject({ all: [{}, {}, {}] });
    expect(json(loud)).toEqual({ priority: { gte: 4 } });
  });

  it('takes the JSON that somebody has, and keeps a copy', () => {
    const given = { priority: { gte: 3 } };
    const filter = Filter.fromJson(given);
    given.priority.gte = 9;

    expect(json(filter)).toEqual({ priority: { gte: 3 } });
  });

  it.each<[string, () => Filter]>([
    ['a priority that is no number', () => Filter.priority.atLeast(Number.NaN)],
    ['a path that is none', () => Filter.path('a..b').exists()],
    ['a pattern that does not parse', () => Filter.path('a').matches('(')],
    ['a look-ahead, which RE2 has not', () => Filter.path('a').matches('(?=b)')],
    ['65 conditions', () => Filter.all(...Array.from({ length: 65 }, () => Filter.priority.exists()))],
    ['nine levels', () => Array.from({ length: 9 }).reduce<Filter>((inner) => Filter.not(inner), Filter.tags.any('a'))],
    ['4 KB', () => Filter.path('a').in(...Array.from({ length: 40 }, () => 'x'.repeat(100)))],
    ['JSON that is no filter', () => Filter.fromJson({ priority: { atLeast: 3 } })],
    ['nothing', () => Filter.fromJson(undefined)],
  ])('refuses at once what the API would refuse: %s', (_, make) => {
    expect(make).toThrow(expect.objectContaining({ name: 'InvalidDeclaration' }));
  });

  it('says what is wrong and where', () => {
    expect(() => Filter.fromJson({ any: [{ priority: { gte: 'high' } }] })).toThrow(
      /^filter: any\[0\]\.priority.* must be a number/,
    );
  });

  it('is refused if and only if the API refuses it', () => {
    const leaf = fc.oneof(
      fc.record({ priority: fc.record({ gte: fc.oneof(fc.integer(), fc.string()) }) }),
      fc.record({ tags: fc.record({ any: fc.array(fc.oneof(fc.string(), fc.integer())) }) }),
      fc.record({ path: fc.string(), op: fc.constantFrom('eq', 'gt', 'matches', 'exists'), value: fc.jsonValue() }),
    );
    const { filter } = fc.letrec((tie) => ({
      filter: fc.oneof(
        { maxDepth: 4 },
        leaf,
        fc.record({ all: fc.array(tie('filter'), { maxLength: 3 }) }),
        fc.record({ not: tie('filter') }),
      ),
    }));

    fc.assert(
      fc.property(filter, (given) => {
        const isTaken = checkFilter(JSON.parse(JSON.stringify(given))).kind === 'ok';
        const isBuilt = (() => {
          try {
            return JSON.stringify(Filter.fromJson(given)) === JSON.stringify(given);
          } catch {
            return false;
          }
        })();
        expect(isBuilt).toBe(isTaken);
      }),
    );
  });
});
