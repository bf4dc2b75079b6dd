import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkFilter } from '../../../core/filter/check.ts';
import { evaluateFilter, UNDECIDED } from '../../../core/filter/evaluate.ts';
import type { Filter } from '../../../core/filter/filter.ts';
import { namesOf, pathOperators } from '../../../core/filter/operators.ts';
import { compilePattern } from '../../../core/filter/re2.ts';
import { MAX_FILTER_STEPS, StepBudget } from '../../../core/filter/step-budget.ts';

const numbers = Array.from({ length: 100_000 }, (_, index) => index);
/** `[[[… 1,2,3 …]]]`, so that each `[*]` finds something. */
const nested: unknown = JSON.parse(`${'['.repeat(60)}${numbers.join(',')}${']'.repeat(60)}`);
const pairs = Array.from({ length: 50_000 }, (_, index) => [index, [index]]);
const payload = {
  numbers,
  nested,
  pairs,
  text: 'ab'.repeat(400_000),
  lists: Array.from({ length: 300 }, () => numbers.slice(0, 1000)),
};
const subject = { tags: Array.from({ length: 8000 }, (_, index) => String(index)), payload };
const many = (condition: Filter, count = 60): Filter => ({ any: Array.from({ length: count }, () => condition) });
const reasonOf = (filter: Filter, steps = MAX_FILTER_STEPS) =>
  evaluateFilter(filter, subject, compilePattern, new StepBudget(steps)).reason;

describe('a filter that would take very long', () => {
  it.each<[string, Filter]>([
    ['wildcards', many({ path: `nested${'[*]'.repeat(60)}`, op: 'eq', value: -1 })],
    ['wildcards inside one another', many({ path: 'lists[*][*]', op: 'eq', value: -1 })],
    [
      'a long list of values',
      { path: 'lists[*][*]', op: 'in', value: Array.from({ length: 700 }, (_, at) => -at - 1) },
    ],
    [
      'none of a long list',
      { path: 'lists[*][*]', op: 'notIn', value: Array.from({ length: 700 }, (_, at) => -at - 1) },
    ],
    ['a long text searched for a long one', many({ path: 'text', op: 'contains', value: `${'ab'.repeat(500)}c` })],
    ['a pattern that repeats', { path: 'text', op: 'matches', value: '(a?){200}b{200}[cd]' }],
    ['a pattern that takes long to compile', { path: 'none', op: 'matches', value: 'a{0,1000}'.repeat(200) }],
    ['many tags', many({ tags: { any: Array.from({ length: 500 }, (_, at) => `t${at}`) } })],
  ])('cannot be decided, and does not match: %s', (_, filter) => {
    expect(evaluateFilter(filter, subject, compilePattern)).toEqual({ matched: false, reason: UNDECIDED });
  });

  it('does not match either when it stands under a not', () => {
    const filter: Filter = { not: many({ path: 'lists[*][*]', op: 'eq', value: -1 }) };

    expect(evaluateFilter(filter, subject)).toEqual({ matched: false, reason: UNDECIDED });
  });

  it('says so in plain words', () => {
    expect(UNDECIDED).toBe('could not be decided: it takes too many steps over this body');
  });
});

describe('a filter within its steps', () => {
  it.each<[Filter, string]>([
    [{ path: 'numbers[*]', op: 'eq', value: 99_999 }, 'holds'],
    [{ path: 'text', op: 'contains', value: 'ba' }, 'holds'],
    [{ path: 'text', op: 'matches', value: '(error|warn|fatal)' }, 'does not hold'],
    [{ path: 'pairs[*][0]', op: 'in', value: [1, 2, 3] }, 'holds'],
    [{ path: 'numbers', op: 'contains', value: 5 }, 'holds'],
    [{ path: 'pairs', op: 'matches', value: 'a' }, 'does not hold'],
  ])('is decided over a large body: %j', (filter, decision) => {
    expect(reasonOf(filter)).toContain(decision);
  });

  it('is decided with exactly the steps that it takes, and not with one less', () => {
    const budget = new StepBudget(1000);
    const filter: Filter = { path: 'numbers[3]', op: 'eq', value: 3 };
    evaluateFilter(filter, subject, undefined, budget);
    const taken = 1000 - budget.left;

    expect(reasonOf(filter, taken)).toContain('holds');
    expect(reasonOf(filter, taken - 1)).toBe(UNDECIDED);
  });

  it('takes few steps when it is a usual one', () => {
    const budget = new StepBudget(1000);

    evaluateFilter(
      { all: [{ tags: { none: ['x'] } }, { path: 'a.b.c', op: 'eq', value: 1 }] },
      { tags: ['y'], payload: {} },
      undefined,
      budget,
    );

    expect(1000 - budget.left).toBeLessThan(100);
  });
});

describe('what is charged', () => {
  const wildcard = fc
    .tuple(fc.constantFrom('lists', 'nested', 'numbers', 'pairs', 'text'), fc.integer({ min: 0, max: 62 }))
    .map(([name, depth]) => `${name}${'[*]'.repeat(depth)}`);
  const value = fc.oneof(
    fc.constantFrom('a', 'ab'.repeat(200), '(a?){50}[cd]', 1, -1, null),
    fc.array(fc.integer(), { maxLength: 200 }),
  );
  const condition = fc.record({ path: wildcard, op: fc.constantFrom(...namesOf(pathOperators)), value });

  /** As many as make what is not charged stand out: a list of the body has more elements than these allow to read. */
  const STEPS = 100_000;

  it('is at least every element that a filter reads, whatever the filter', () => {
    fc.assert(
      fc.property(fc.array(condition, { minLength: 1, maxLength: 10 }), (any) => {
        let reads = 0;
        const seen = <Part extends object>(part: Part): Part =>
          new Proxy(part, {
            get(target, key, receiver): unknown {
              reads += 1;
              const inner: unknown = Reflect.get(target, key, receiver);
              return typeof inner === 'object' && inner !== null ? seen(inner) : inner;
            },
          });
        const budget = new StepBudget(STEPS);

        evaluateFilter({ any }, { tags: [], payload: seen(payload) }, compilePattern, budget);

        // Each is read at most once for its place, its length and its kind.
        expect(reads).toBeLessThanOrEqual(4 * (STEPS - budget.left) + 1000);
      }),
      { seed: 15, numRuns: 60 },
    );
  }, 60_000);
});

describe('saving a filter', () => {
  it.each([
    ['a{0,1000}'.repeat(300), 'matches takes a pattern that repeats less: this one takes long to match'],
    ['a'.repeat(4000), 'matches takes a pattern of at most 3072 characters'],
  ])('refuses a pattern that takes long to compile', (pattern, message) => {
    expect(checkFilter({ path: 'a', op: 'matches', value: pattern })).toEqual({
      kind: 'invalid',
      details: [{ path: 'value', message }],
    });
  });
});
