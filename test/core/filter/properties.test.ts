import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkFilter } from '../../../core/filter/check.ts';
import { evaluateFilter, type FilterSubject } from '../../../core/filter/evaluate.ts';
import type { Filter, PathCondition } from '../../../core/filter/filter.ts';
import { namesOf, pathOperators } from '../../../core/filter/operators.ts';
import { parsePath } from '../../../core/filter/path.ts';
import { compilePattern } from '../../../core/filter/re2.ts';

const scalar = fc.oneof(fc.constantFrom('a', 'b', '', 1, 2, true, null), fc.string(), fc.integer());
const path = fc.constantFrom('a', 'b.c', 'list[*]', 'list[0].a', 'list[*].b', '["odd.key"]', '__proto__.a', 'toString');
const tags = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 3 });
const number = fc.integer({ min: 0, max: 6 });

const noValue = fc.record({ path, op: fc.constantFrom('exists', 'missing') });
const withScalar = fc.record({ path, op: fc.constantFrom('eq', 'ne', 'contains'), value: scalar });
const withList = fc.record({ path, op: fc.constantFrom('in', 'notIn'), value: fc.array(scalar, { maxLength: 3 }) });
const withOrdered = fc.record({
  path,
  op: fc.constantFrom('gt', 'gte', 'lt', 'lte'),
  value: fc.oneof(fc.integer(), fc.string()),
});
const withText = fc.record({
  path,
  op: fc.constantFrom('startsWith', 'endsWith', 'matches'),
  value: fc.constantFrom('a', '', '^b?', 'x+'),
});
const condition: fc.Arbitrary<Filter> = fc.oneof(
  noValue,
  withScalar,
  withList,
  withOrdered,
  withText,
  fc.oneof(fc.record({ any: tags }), fc.record({ all: tags }), fc.record({ none: tags })).map((tags) => ({ tags })),
  fc
    .oneof(fc.record({ eq: number }), fc.record({ ne: number }), fc.record({ gt: number }), fc.record({ lte: number }))
    .map((priority) => ({ priority })),
);
const { filter } = fc.letrec<{ filter: Filter }>((tie) => ({
  filter: fc.oneof(
    { maxDepth: 4 },
    condition,
    fc.record({ all: fc.array(tie('filter'), { maxLength: 3 }) }),
    fc.record({ any: fc.array(tie('filter'), { maxLength: 3 }) }),
    fc.record({ not: tie('filter') }),
  ),
}));
const leaf = fc.dictionary(fc.constantFrom('a', 'b', 'c', '__proto__'), scalar, { maxKeys: 3 });
const payload = fc.record(
  {
    a: scalar,
    b: leaf,
    list: fc.array(fc.oneof(scalar, leaf), { maxLength: 4 }),
    'odd.key': scalar,
  },
  { requiredKeys: [] },
);
const subject: fc.Arbitrary<FilterSubject> = fc.record(
  { priority: fc.integer({ min: 1, max: 5 }), tags, payload },
  { requiredKeys: ['tags', 'payload'] },
);

const evaluate = (of: Filter, on: FilterSubject) => evaluateFilter(of, on, compilePattern);

describe('evaluating any filter', () => {
  it('gives the complement for its negation', () => {
    fc.assert(
      fc.property(filter, subject, (given, on) => {
        expect(evaluate({ not: given }, on).matched).toBe(!evaluate(given, on).matched);
      }),
    );
  });

  it.each([
    ['eq', 'ne'],
    ['in', 'notIn'],
    ['exists', 'missing'],
  ] as const)('gives opposite results for %s and %s', (positive, negative) => {
    const value = positive === 'in' ? fc.array(scalar, { maxLength: 3 }) : scalar;
    fc.assert(
      fc.property(path, value, subject, (path, value, on) => {
        const operand = positive === 'exists' ? {} : { value };

        const held = evaluate({ path, op: positive, ...operand }, on).matched;

        expect(evaluate({ path, op: negative, ...operand }, on).matched).toBe(!held);
      }),
    );
  });

  it('lets only missing, ne and notIn hold on a missing path', () => {
    fc.assert(
      fc.property(fc.constantFrom(...namesOf(pathOperators)), scalar, subject, (op, value, on) => {
        const missing: PathCondition = { path: 'no.such[*].path', op, value: op.includes('n') ? value : [value] };

        expect(evaluate(missing, on).matched).toBe(op === 'missing' || op === 'ne' || op === 'notIn');
      }),
    );
  });

  it('never explains a result that it did not give', () => {
    fc.assert(
      fc.property(condition, subject, (given, on) => {
        const { matched, reason } = evaluate(given, on);

        expect(reason.includes(' does not hold: saw ')).toBe(!matched);
        expect(reason.includes(' holds: saw ')).toBe(matched);
        expect(reason.startsWith('path' in given ? given.path : String(Object.keys(given)[0]))).toBe(true);
      }),
    );
  });

  it('gives the same result for a group as its explanation says', () => {
    fc.assert(
      fc.property(fc.array(condition, { minLength: 1, maxLength: 3 }), subject, (conditions, on) => {
        const all = evaluate({ all: conditions }, on);
        const any = evaluate({ any: conditions }, on);

        expect(all.reason.includes('does not hold')).toBe(!all.matched);
        expect(any.reason.includes(' holds: saw ')).toBe(any.matched);
        expect(all.reason.length).toBeLessThanOrEqual(300);
        expect(any.reason.length).toBeLessThanOrEqual(300);
      }),
    );
  });
});

describe('checking any value', () => {
  it('never throws, and what it accepts can be evaluated', () => {
    fc.assert(
      fc.property(fc.oneof(filter, fc.jsonValue(), fc.anything()), subject, (value, on) => {
        const checked = checkFilter(value);

        const said =
          checked.kind === 'ok' ? evaluate(checked.filter, on).reason : checked.details.map((detail) => detail.message);
        expect(said).not.toHaveLength(0);
      }),
    );
  });

  it('accepts every filter of the language', () => {
    fc.assert(
      fc.property(filter, (given) => {
        expect(checkFilter(given)).toEqual({ kind: 'ok', filter: given });
      }),
    );
  });
});

describe('parsing any path', () => {
  it('never throws', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom('.', '[', ']', '"', '\\', '*', '0', 'a') })),
        (text) => {
          expect(['path', 'invalid']).toContain(parsePath(text).kind);
        },
      ),
    );
  });

  it('finds any key by its quoted name', () => {
    fc.assert(
      fc.property(fc.string(), (key) => {
        expect(parsePath(`[${JSON.stringify(key)}]`)).toEqual({ kind: 'path', steps: [{ kind: 'key', key }] });
      }),
    );
  });
});
