import { describe, expect, it } from 'vitest';
import { checkFilter } from '../../core/filter/check.ts';
import * as core from '../../core/filter/operators.ts';
import { namesOf, pathOperators, priorityOperators, tagOperators } from '../../dashboard/src/filters/operators.ts';
import { type Row, toFilter } from '../../dashboard/src/filters/rows.ts';

const row = (fields: Partial<Row>): Row => ({ subject: 'path', path: 'a', op: 'eq', value: '', ...fields });
const said = (fields: Partial<Row>) => toFilter({ join: 'all', rows: [row(fields)] });

describe('a row of the filter builder', () => {
  it.each([
    ['a path', pathOperators, core.pathOperators],
    ['the priority', priorityOperators, core.priorityOperators],
    ['tags', tagOperators, core.tagOperators],
  ])('offers every operator of the router on %s, each under words of its own', (_, offered, known) => {
    expect(Object.keys(offered).toSorted()).toEqual(Object.keys(known).toSorted());
    expect(new Set(Object.values(offered).map(({ says }) => says)).size).toBe(Object.keys(known).length);
  });

  it.each([
    ...namesOf(tagOperators).map((op) => row({ subject: 'tags', op, value: 'a, b' })),
    ...namesOf(priorityOperators).map((op) => row({ subject: 'priority', op, value: '3' })),
    ...namesOf(pathOperators).map((op) =>
      row({ op, value: op === 'gt' || op === 'gte' || op === 'lt' || op === 'lte' ? '5' : 'x' }),
    ),
  ])('says a filter that the API takes: $subject $op', (each) => {
    expect(checkFilter(toFilter({ join: 'all', rows: [each] }))).toMatchObject({ kind: 'ok' });
  });

  it.each([
    ['true', true],
    ['false', false],
    ['null', null],
    ['-1.5', -1.5],
    ['5', 5],
    ['"5"', '5'],
    ['"true"', 'true'],
    ['five', 'five'],
    ['1.', '1.'],
    ['1e5', '1e5'],
    ['', ''],
  ])('takes %j for %j', (value, meant) => {
    expect(said({ value })).toEqual({ path: 'a', op: 'eq', value: meant });
  });

  it('takes a list apart at commas, each part by itself', () => {
    expect(said({ op: 'in', value: 'a, 1,, "2" ,true' })).toEqual({ path: 'a', op: 'in', value: ['a', 1, '2', true] });
    expect(said({ subject: 'tags', op: 'none', value: ' a ,,b' })).toEqual({ tags: { none: ['a', 'b'] } });
  });

  it.each(['exists', 'missing'])('has no value where %s needs none', (op) => {
    expect(said({ op, value: 'left over' })).toEqual({ path: 'a', op });
  });

  it('goes on with the usual operator when the old one does not fit the new subject', () => {
    expect(said({ subject: 'tags', op: 'startsWith', value: 'a' })).toEqual({ tags: { any: ['a'] } });
    expect(said({ subject: 'priority', op: 'none', value: '4' })).toEqual({ priority: { gte: 4 } });
    expect(said({ op: 'all', value: 'x' })).toEqual({ path: 'a', op: 'eq', value: 'x' });
  });

  it('is joined with others by what was chosen, and stands alone when it is the only one', () => {
    const rows = [row({ value: 'x' }), row({ op: 'exists' })];

    expect(Object.keys(toFilter({ join: 'all', rows }) ?? {})).toEqual(['all']);
    expect(Object.keys(toFilter({ join: 'any', rows }) ?? {})).toEqual(['any']);
    expect(toFilter({ join: 'any', rows: rows.slice(0, 1) })).toEqual({ path: 'a', op: 'eq', value: 'x' });
  });
});
