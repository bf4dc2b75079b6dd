import type { JsonObject } from '../message/json-object.ts';
<<<<<<< HEAD
import { explain, shownValue, type MatchResult } from './explain.ts';
=======
import type { Means } from './decide.ts';
import { explain, shown, type Verdict } from './explain.ts';
>>>>>>> facts
import type { PathCondition } from './filter.ts';
import { pathOperators } from './operators.ts';
import { parsePath, resolvePath } from './path.ts';
<<<<<<< HEAD
import { patternSize } from './pattern-size.ts';
import type { CompilePattern, Pattern } from './patterns.ts';
import type { Charge } from './step-budget.ts';

/** What one instruction of a pattern costs to compile, in steps. */
const COMPILE_COST = 100;

/** Elements of a list, or characters of a text, that are compared in the time of one step. */
const COMPARED_PER_STEP = 8;

/** Pairs of characters that a text search compares in the time of one step: its worst case compares all with all. */
const PAIRS_PER_STEP = 64;

/** What an operator decides on: the values at the path (none when it is missing) and the condition's own value. */
interface Comparison {
  readonly values: readonly unknown[];
  readonly value: PathCondition['value'];
  readonly compile: CompilePattern | undefined;
  readonly charge: Charge;
}

/** What evaluating a path needs beside the payload. */
interface PathTools {
  /** Absent when no filter holds a `matches`. */
  readonly compile: CompilePattern | undefined;
  readonly charge: Charge;
}

type Decide = (comparison: Comparison) => boolean;
type ValueTest = (seen: unknown, value: unknown) => boolean;

const operators: Readonly<Record<PathCondition['op'], Decide>> = {
  exists: ({ values }) => values.length > 0,
  missing: ({ values }) => values.length === 0,
  eq: someValue(isEqual),
  ne: noValue(isEqual),
  gt: someValue((seen, value) => compare(seen, value) > 0),
  gte: someValue((seen, value) => compare(seen, value) >= 0),
  lt: someValue((seen, value) => compare(seen, value) < 0),
  lte: someValue((seen, value) => compare(seen, value) <= 0),
  in: someValue(isIn),
  notIn: noValue(isIn),
  contains: someContains,
  startsWith: someValue((seen, value) => relate(seen, value, (text, start) => text.startsWith(start))),
  endsWith: someValue((seen, value) => relate(seen, value, (text, end) => text.endsWith(end))),
  matches: someMatches,
};
=======
>>>>>>> facts

/**
 * Evaluates a condition on a payload path. On a missing path only `missing`, `ne` and `notIn` hold; with `[*]` any
 * element suffices, but for `ne` and `notIn` no element may be equal.
 *
 * @throws Error when the operator is `matches` and `compile` is absent
 * @see contract section 3
 */
<<<<<<< HEAD
export function evaluatePath(
  condition: PathCondition,
  payload: JsonObject,
  { compile, charge }: PathTools,
): MatchResult {
  charge(condition.path.length);
=======
export function evaluatePath(condition: PathCondition, payload: JsonObject, means: Means): Verdict {
  means.charge(condition.path.length);
>>>>>>> facts
  const path = parsePath(condition.path);
  const values = path.kind === 'path' ? resolvePath(payload, path.steps, means.charge) : [];
  const holds = pathOperators[condition.op].decide({ values, value: condition.value, ...means });
  return explain(nameOf(condition), holds, shownValues(values));
}

<<<<<<< HEAD
function someValue(test: ValueTest): Decide {
  return ({ values, value, charge }) => {
    // A list of values is looked through for each; texts differ early, or are no longer than the filter.
    charge(values.length * (1 + lengthOf(value) / COMPARED_PER_STEP));
    return values.some((seen) => test(seen, value));
  };
}

function noValue(test: ValueTest): Decide {
  const some = someValue(test);
  return (comparison) => !some(comparison);
}

function lengthOf(value: unknown): number {
  return Array.isArray(value) ? value.length : 0;
}

function isEqual(seen: unknown, value: unknown): boolean {
  return seen === value;
}

function isIn(seen: unknown, list: unknown): boolean {
  return Array.isArray(list) && list.includes(seen);
}

function relate(seen: unknown, value: unknown, holds: (text: string, value: string) => boolean): boolean {
  return typeof seen === 'string' && typeof value === 'string' && holds(seen, value);
}

/** Negative, zero or positive as `left` comes before, with or after `right`; NaN when they cannot be compared. */
function compare(left: unknown, right: unknown): number {
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  if (typeof left !== 'string' || typeof right !== 'string') return Number.NaN;
  if (left < right) return -1;
  return left > right ? 1 : 0;
}

function someContains({ values, value, charge }: Comparison): boolean {
  const part = typeof value === 'string' ? value : '';
  return values.some((seen) => {
    const length = typeof seen === 'string' ? seen.length * (1 + part.length / PAIRS_PER_STEP) : lengthOf(seen);
    charge(1 + length / COMPARED_PER_STEP);
    return isIn(value, seen) || relate(seen, value, (text) => text.includes(part));
  });
}

function someMatches({ values, value, compile, charge }: Comparison): boolean {
  if (compile === undefined) throw new Error('a filter with `matches` is evaluated without patterns; see patternsFor');
  if (typeof value !== 'string') return false;
  const size = patternSize(value);
  charge(size * COMPILE_COST);
  const pattern = compiled(value, compile);
  return values.some((seen) => {
    if (pattern === undefined || typeof seen !== 'string') return false;
    charge(1 + (seen.length * size) / COMPARED_PER_STEP);
    return pattern.test(seen);
  });
}

function compiled(pattern: string, compile: CompilePattern): Pattern | undefined {
  try {
    return compile(pattern);
  } catch {
    // Patterns are checked on save. One that a newer engine refuses must not stop a send: it matches nothing.
    return undefined;
  }
}

=======
>>>>>>> facts
function nameOf({ path, op, value }: PathCondition): string {
  const subject = path.length > 100 ? `${path.slice(0, 100)}…` : path;
  return value === undefined ? `${subject} ${op}` : `${subject} ${op} ${shownValue(value)}`;
}

function shownValues(values: readonly unknown[]): string {
  if (values.length === 0) return 'no such path';
  return values.length === 1 ? shownValue(values[0]) : shownValue(values);
}
