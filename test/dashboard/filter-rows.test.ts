import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkFilter } from '../../core/filter/check.ts';
import { describeFilter } from '../../dashboard/src/filters/describe-filter.ts';
import { parseFilter } from '../../dashboard/src/filters/parse-filter.ts';
import { toFilter, toRows } from '../../dashboard/src/filters/rows.ts';

const word = fc.stringMatching(/^[a-z][a-z0-9 ]{0,8}[a-z0-9]$/);
const scalar = fc.oneof(word, fc.integer(), fc.boolean(), fc.constant(null), fc.constantFrom('5', 'true', '"quoted"'));
const condition = fc.oneof(
  fc.record({ tags: fc.record({ any: fc.array(word, { minLength: 1 }) }) }),
  fc.record({ priority: fc.record({ gte: fc.integer({ min: 1, max: 5 }) }) }),
  fc.record({ priority: fc.record({ exists: fc.boolean() }) }),
  fc.record({ path: fc.constant('a.b'), op: fc.constant('eq' as const), value: scalar }),
  fc.record({ path: fc.constant('a'), op: fc.constant('in' as const), value: fc.array(scalar, { minLength: 1 }) }),
  fc.record({ path: fc.constant('a'), op: fc.constant('missing' as const) }),
);
const flat = fc.oneof(
  condition,
  fc.record({ all: fc.array(condition, { minLength: 2 }) }),
  fc.record({ any: fc.array(condition, { minLength: 2 }) }),
);

describe('the rows of the filter builder', () => {
  it('say the same filter that they were made of, which the API accepts', () => {
    fc.assert(
      fc.property(flat, (filter) => {
        const rows = toRows(filter);
        expect(rows && toFilter(rows)).toEqual(filter);
        expect(checkFilter(filter).kind).toBe('ok');
      }),
    );
  });

  it.each([
    [{ not: { priority: { gt: 3 } } }],
    [{ all: [{ any: [{ priority: { gt: 3 } }] }] }],
    [{ any: [] }],
    [{ tags: { any: ['a,b'] } }],
  ])('are not offered for what they cannot say: %j', (filter) => {
    expect(toRows(filter)).toBeUndefined();
  });

  it('say that everything matches when there are none', () => {
    expect(toFilter({ join: 'any', rows: [] })).toBeNull();
  });
});

it('reads a filter as it is typed, and says what it is not', () => {
  expect(parseFilter('{"priority": {"gt": 4}}')).toEqual({ kind: 'filter', filter: { priority: { gt: 4 } } });
  expect(parseFilter(' ')).toEqual({ kind: 'filter', filter: null });
  expect(parseFilter('{"priority":').kind).toBe('wrong');
  expect(parseFilter('{"all": [1]}').kind).toBe('wrong');
});

it('puts a filter into words', () => {
  const filter = {
    all: [{ tags: { any: ['db'] } }, { any: [{ priority: { gte: 4 } }, { path: 'env', op: 'missing' as const }] }],
  };

  expect(describeFilter(filter)).toBe('any tag of db and (priority is at least 4 or env is missing)');
  expect(describeFilter(null)).toBe('Everything');
});
