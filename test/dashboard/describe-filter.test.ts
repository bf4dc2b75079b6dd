import { describe, expect, it } from 'vitest';
import type { Filter } from '../../dashboard/src/api/types.ts';
import { describeFilter } from '../../dashboard/src/filters/describe-filter.ts';

describe('a filter in words', () => {
  it.each<[string, Filter]>([
    ['all tag of a, b', { tags: { all: ['a', 'b'] } }],
    ['no tag of a', { tags: { none: ['a'] } }],
    ['has a priority', { priority: { exists: true } }],
    ['has no priority', { priority: { exists: false } }],
    ['priority is below 3', { priority: { lt: 3 } }],
    ['env is "prod"', { path: 'env', op: 'eq', value: 'prod' }],
    ['env is null', { path: 'env', op: 'eq', value: null }],
    ['env is one of ["a",1]', { path: 'env', op: 'in', value: ['a', 1] }],
    ['env exists', { path: 'env', op: 'exists' }],
    ['not (env exists)', { not: { path: 'env', op: 'exists' } }],
  ])('is: %s', (words, filter) => {
    expect(describeFilter(filter)).toBe(words);
  });

  it('has brackets where "and" and "or" meet, and none around a single condition', () => {
    const [a, b]: Filter[] = [
      { path: 'a', op: 'exists' },
      { path: 'b', op: 'exists' },
    ];
    if (a === undefined || b === undefined) throw new Error('there are two');

    expect(describeFilter({ any: [a, { all: [a, b] }] })).toBe('a exists or (a exists and b exists)');
    expect(describeFilter({ all: [{ any: [a] }] })).toBe('a exists');
  });

  it('says what empty groups mean', () => {
    expect(describeFilter({ all: [] })).toBe('everything');
    expect(describeFilter({ any: [] })).toBe('nothing');
    expect(describeFilter(null)).toBe('Everything');
  });
});
