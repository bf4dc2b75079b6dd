import { describe, expect, it } from 'vitest';
import { evaluateFilter, type FilterSubject } from '../../../core/filter/evaluate.ts';
import type { Filter, PathCondition } from '../../../core/filter/filter.ts';
import { needsPatterns, patternsFor } from '../../../core/filter/patterns.ts';
import { compilePattern } from '../../../core/filter/re2.ts';

const subject: FilterSubject = {
  priority: 3,
  tags: ['prod', 'db'],
  payload: {
    env: 'production',
    count: 5,
    flag: false,
    nothing: null,
    list: ['a', 'b', 7],
    nested: { deep: [{ id: 1 }, { id: 2 }] },
    at: '2024-05-01T00:00:00Z',
  },
};

const matches = (filter: Filter | null, of: FilterSubject = subject) =>
  evaluateFilter(filter, of, compilePattern).matched;
const reason = (filter: Filter | null, of: FilterSubject = subject) =>
  evaluateFilter(filter, of, compilePattern).reason;

describe('no filter', () => {
  it('matches everything and says so', () => {
    expect(evaluateFilter(null, subject)).toEqual({ matched: true, reason: 'no filter: everything matches' });
  });
});

describe('a condition on tags', () => {
  it.each<[Filter, boolean]>([
    [{ tags: { any: ['x', 'db'] } }, true],
    [{ tags: { any: ['x', 'DB'] } }, false],
    [{ tags: { any: [] } }, false],
    [{ tags: { all: ['prod', 'db'] } }, true],
    [{ tags: { all: ['prod', 'x'] } }, false],
    [{ tags: { all: [] } }, true],
    [{ tags: { none: ['x', 'y'] } }, true],
    [{ tags: { none: ['x', 'db'] } }, false],
  ])('%j gives %s', (filter, expected) => {
    expect(matches(filter)).toBe(expected);
  });

  it('names itself and the tags it saw', () => {
    expect(reason({ tags: { any: ['x'] } })).toBe('tags any ["x"] does not hold: saw ["prod","db"]');
    expect(reason({ tags: { all: ['db'] } })).toBe('tags all ["db"] holds: saw ["prod","db"]');
    expect(reason({ tags: { none: ['x'] } })).toBe('tags none ["x"] holds: saw ["prod","db"]');
  });
});

describe('a condition on the priority', () => {
  it.each<[Filter, boolean, boolean]>([
    [{ priority: { eq: 3 } }, true, false],
    [{ priority: { eq: 4 } }, false, false],
    [{ priority: { ne: 3 } }, false, true],
    [{ priority: { ne: 4 } }, true, true],
    [{ priority: { gt: 2 } }, true, false],
    [{ priority: { gt: 3 } }, false, false],
    [{ priority: { gte: 3 } }, true, false],
    [{ priority: { gte: 4 } }, false, false],
    [{ priority: { lt: 4 } }, true, false],
    [{ priority: { lt: 3 } }, false, false],
    [{ priority: { lte: 3 } }, true, false],
    [{ priority: { lte: 2 } }, false, false],
    [{ priority: { exists: true } }, true, false],
    [{ priority: { exists: false } }, false, true],
  ])('%j gives %s for priority 3 and %s for none', (filter, withThree, withNone) => {
    expect(matches(filter)).toBe(withThree);
    expect(matches(filter, { tags: [], payload: {} })).toBe(withNone);
  });

  it('names itself and the priority it saw', () => {
    expect(reason({ priority: { gte: 4 } })).toBe('priority gte 4 does not hold: saw 3');
    expect(reason({ priority: { ne: 4 } }, { tags: [], payload: {} })).toBe('priority ne 4 holds: saw no priority');
  });
});

describe('a condition on a payload path', () => {
  it.each<[string, PathCondition['op'], PathCondition['value'], boolean]>([
    ['env', 'exists', undefined, true],
    ['nothing', 'exists', undefined, true],
    ['nope', 'exists', undefined, false],
    ['nope', 'missing', undefined, true],
    ['nothing', 'missing', undefined, false],
    ['env', 'eq', 'production', true],
    ['env', 'eq', 'Production', false],
    ['count', 'eq', 5, true],
    ['count', 'eq', '5', false],
    ['flag', 'eq', false, true],
    ['flag', 'eq', null, false],
    ['nothing', 'eq', null, true],
    ['nope', 'eq', null, false],
    ['env', 'ne', 'staging', true],
    ['env', 'ne', 'production', false],
    ['nope', 'ne', 'x', true],
    ['count', 'gt', 4, true],
    ['count', 'gt', 5, false],
    ['count', 'gte', 5, true],
    ['count', 'gte', 6, false],
    ['count', 'lt', 6, true],
    ['count', 'lt', 5, false],
    ['count', 'lte', 5, true],
    ['count', 'lte', 4, false],
    ['count', 'gt', '4', false],
    ['count', 'lte', '9', false],
    ['at', 'gt', '2024-04-30', true],
    ['at', 'lt', '2024-04-30', false],
    ['at', 'gte', '2024-05-01T00:00:00Z', true],
    ['at', 'lte', '2024-05-01T00:00:00Z', true],
    ['at', 'gt', '2024-05-01T00:00:00Z', false],
    ['at', 'lt', 9, false],
    ['at', 'gt', 9, false],
    ['at', 'lt', '2025', true],
    ['flag', 'gte', 0, false],
    ['nope', 'lt', 1, false],
    ['env', 'in', ['a', 'production'], true],
    ['env', 'in', ['a'], false],
    ['env', 'in', 'production', false],
    ['nope', 'in', [null], false],
    ['env', 'notIn', ['a'], true],
    ['env', 'notIn', ['production'], false],
    ['nope', 'notIn', ['a'], true],
    ['env', 'contains', 'duct', true],
    ['env', 'contains', 'x', false],
    ['count', 'contains', '5', false],
    ['env', 'contains', 5, false],
    ['at', 'contains', 2024, false],
    ['list', 'contains', 7, true],
    ['list', 'contains', '7', false],
    ['env', 'startsWith', 'prod', true],
    ['env', 'startsWith', 'tion', false],
    ['env', 'endsWith', 'tion', true],
    ['env', 'endsWith', 'prod', false],
    ['count', 'startsWith', '5', false],
    ['at', 'startsWith', 2024, false],
    ['env', 'matches', '^prod.*n$', true],
    ['env', 'matches', '(?i)DUCT', true],
    ['env', 'matches', '^duct', false],
    ['count', 'matches', '5', false],
    ['nope', 'matches', '', false],
    ['env', 'matches', '(', false],
    ['env', 'matches', 5, false],
    ['nested.deep[*].id', 'eq', 2, true],
    ['nested.deep[*].id', 'eq', 3, false],
    ['nested.deep[*].id', 'ne', 3, true],
    ['nested.deep[*].id', 'ne', 2, false],
    ['nested.deep[*].id', 'notIn', [3, 4], true],
    ['nested.deep[*].id', 'notIn', [1], false],
    ['nested.deep[*].id', 'gt', 1, true],
    ['nested.deep[*].nope', 'missing', undefined, true],
    ['nested.deep[*].nope', 'ne', 1, true],
    ['not a path[', 'eq', 1, false],
    ['not a path[', 'missing', undefined, true],
    ['__proto__.constructor', 'exists', undefined, false],
  ])('%s %s %j gives %s', (path, op, value, expected) => {
    const filter = { path, op, ...(value === undefined ? {} : { value }) };

    expect(matches(filter)).toBe(expected);
  });

  it.each<[Filter, string]>([
    [{ path: 'env', op: 'eq', value: 'staging' }, 'env eq "staging" does not hold: saw "production"'],
    [{ path: 'nope.x', op: 'exists' }, 'nope.x exists does not hold: saw no such path'],
    [{ path: 'nothing', op: 'eq', value: null }, 'nothing eq null holds: saw null'],
    [{ path: 'nested', op: 'exists' }, 'nested exists holds: saw an object'],
    [{ path: 'list', op: 'contains', value: 'x' }, 'list contains "x" does not hold: saw ["a","b",7]'],
    [{ path: 'nested.deep[*].id', op: 'in', value: [1, true] }, 'nested.deep[*].id in [1,true] holds: saw [1,2]'],
  ])('%j explains itself', (filter, expected) => {
    expect(reason(filter)).toBe(expected);
  });

  it('shows values of 60 characters and paths of 100 whole', () => {
    const value = 'x'.repeat(60);

    expect(reason({ path: 's', op: 'exists' }, { tags: [], payload: { s: value } })).toBe(
      `s exists holds: saw "${value}"`,
    );
    expect(reason({ path: 'p'.repeat(100), op: 'missing' })).toBe(`${'p'.repeat(100)} missing holds: saw no such path`);
  });

  it('shortens what it saw', () => {
    const long = { tags: [], payload: { s: 'x'.repeat(500), l: Array.from({ length: 99 }, () => ['y']), o: [{}] } };

    expect(reason({ path: 's', op: 'exists' }, long)).toBe(`s exists holds: saw "${'x'.repeat(60)}…"`);
    expect(reason({ path: 'l', op: 'exists' }, long)).toBe(
      `l exists holds: saw [${'a list,'.repeat(11).slice(0, -1)},… 99 in all]`,
    );
    expect(reason({ path: 'o', op: 'exists' }, long)).toBe('o exists holds: saw [an object]');
    expect(reason({ path: 'p'.repeat(200), op: 'missing' }, long)).toBe(
      `${'p'.repeat(100)}… missing holds: saw no such path`,
    );
  });
});

describe('combining filters', () => {
  const yes: Filter = { priority: { eq: 3 } };
  const no: Filter = { tags: { any: ['x'] } };

  it.each<[Filter, boolean]>([
    [{ all: [yes, yes] }, true],
    [{ all: [yes, no] }, false],
    [{ all: [] }, true],
    [{ any: [no, yes] }, true],
    [{ any: [no, no] }, false],
    [{ any: [] }, false],
    [{ not: no }, true],
    [{ not: yes }, false],
    [{ not: { path: 'nope', op: 'eq', value: 1 } }, true],
    [{ not: { path: 'nope', op: 'ne', value: 1 } }, false],
  ])('%j gives %s', (filter, expected) => {
    expect(matches(filter)).toBe(expected);
  });

  it('names the first condition that fails of all, or every one that holds', () => {
    expect(reason({ all: [yes, no, no] })).toBe('tags any ["x"] does not hold: saw ["prod","db"]');
    expect(reason({ all: [yes, yes] })).toBe('priority eq 3 holds: saw 3; priority eq 3 holds: saw 3');
    expect(reason({ all: [] })).toBe('the list of conditions is empty, so all of them hold');
  });

  it('names the first condition that holds of any, or every one that fails', () => {
    expect(reason({ any: [no, yes, yes] })).toBe('priority eq 3 holds: saw 3');
    expect(reason({ any: [no, no] })).toBe(`${reason(no)}; ${reason(no)}`);
    expect(reason({ any: [] })).toBe('the list of conditions is empty, so none of them holds');
  });

  it('says that the condition under a not decided', () => {
    expect(reason({ not: yes })).toBe('not (priority eq 3 holds: saw 3)');
  });

  it('keeps a reason within 300 characters', () => {
    const long = reason({ any: Array.from({ length: 20 }, () => no) });

    expect(long).toHaveLength(300);
    expect(long.endsWith('…')).toBe(true);
  });

  it('leaves a reason of exactly 300 characters whole', () => {
    const missing = (length: number): Filter => ({ path: 'p'.repeat(length), op: 'missing' });

    const whole = reason({ all: [missing(67), missing(67), missing(66)] });

    expect(whole).toHaveLength(300);
    expect(whole.endsWith('saw no such path')).toBe(true);
  });
});

describe('patterns', () => {
  const pattern: Filter = { path: 'env', op: 'matches', value: 'p' };
  const plain: Filter = { path: 'env', op: 'eq', value: 'p' };

  it.each<[Filter, boolean]>([
    [pattern, true],
    [plain, false],
    [{ tags: { any: [] } }, false],
    [{ all: [plain, { not: { any: [plain, pattern] } }] }, true],
    [{ any: [{ all: [plain] }, { not: plain }] }, false],
  ])('%j needs the pattern engine: %s', (filter, expected) => {
    expect(needsPatterns(filter)).toBe(expected);
  });

  it('are not loaded when no filter needs them', async () => {
    await expect(patternsFor([null, plain])).resolves.toBeUndefined();
  });

  it('are loaded when one filter needs them', async () => {
    const compile = await patternsFor([null, plain, pattern]);

    expect(evaluateFilter(pattern, subject, compile).matched).toBe(true);
  });

  it('must be given when a filter needs them', () => {
    expect(() => evaluateFilter(pattern, subject)).toThrow('patternsFor');
  });

  it('take linear time whatever the pattern', () => {
    const filter: Filter = { path: 's', op: 'matches', value: '(a+)+$' };
    const started = performance.now();

    const matched = matches(filter, { tags: [], payload: { s: `${'a'.repeat(50_000)}b` } });

    expect(matched).toBe(false);
    expect(performance.now() - started).toBeLessThan(5000);
  });
});
