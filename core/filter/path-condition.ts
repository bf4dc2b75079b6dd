import type { JsonObject } from '../notification/notification.ts';
import { explain, shown, type Verdict } from './explain.ts';
import type { PathCondition } from './filter.ts';
import { parsePath, resolvePath } from './path.ts';
import type { CompilePattern, Pattern } from './patterns.ts';

type Operator = PathCondition['op'];

/** Operators that hold when some value at the path passes a test. */
type Positive = Exclude<Operator, 'exists' | 'missing' | 'ne' | 'notIn' | 'matches'>;

const tests: Readonly<Record<Positive, (seen: unknown, value: unknown) => boolean>> = {
  eq: (seen, value) => seen === value,
  in: (seen, list) => Array.isArray(list) && list.includes(seen),
  contains: (seen, value) => (Array.isArray(seen) ? seen.includes(value) : relate(seen, value, includes)),
  startsWith: (seen, value) => relate(seen, value, (text, start) => text.startsWith(start)),
  endsWith: (seen, value) => relate(seen, value, (text, end) => text.endsWith(end)),
  gt: (seen, value) => compare(seen, value) > 0,
  gte: (seen, value) => compare(seen, value) >= 0,
  lt: (seen, value) => compare(seen, value) < 0,
  lte: (seen, value) => compare(seen, value) <= 0,
};

/**
 * Evaluates a condition on a payload path. On a missing path only `missing`, `ne` and `notIn` hold; with `[*]` any
 * element suffices, but for `ne` and `notIn` no element may be equal.
 *
 * @throws Error when the operator is `matches` and `compile` is absent
 * @see contract section 3
 */
export function evaluatePath(
  condition: PathCondition,
  payload: JsonObject,
  compile: CompilePattern | undefined,
): Verdict {
  const path = parsePath(condition.path);
  const values = path.kind === 'path' ? resolvePath(payload, path.steps) : [];
  return explain(nameOf(condition), decide(condition, values, compile), shownValues(values));
}

function decide(condition: PathCondition, values: readonly unknown[], compile: CompilePattern | undefined): boolean {
  const { op, value } = condition;
  switch (op) {
    case 'exists':
      return values.length > 0;
    case 'missing':
      return values.length === 0;
    case 'ne':
      return !values.some((seen) => tests.eq(seen, value));
    case 'notIn':
      return !values.some((seen) => tests.in(seen, value));
    case 'matches':
      return values.some(matcherOf(value, compile));
    case 'eq':
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
    case 'in':
    case 'contains':
    case 'startsWith':
    case 'endsWith':
      return values.some((seen) => tests[op](seen, value));
    default:
      return op satisfies never;
  }
}

function includes(text: string, part: string): boolean {
  return text.includes(part);
}

function relate(seen: unknown, value: unknown, holds: (text: string, value: string) => boolean): boolean {
  return typeof seen === 'string' && typeof value === 'string' && holds(seen, value);
}

/** Negative, zero or positive as `left` comes before, with or after `right`; NaN when they cannot be compared. */
function compare(left: unknown, right: unknown): number {
  if (typeof left === 'number' && typeof right === 'number') return left === right ? 0 : left - right;
  if (typeof left !== 'string' || typeof right !== 'string') return Number.NaN;
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

function matcherOf(value: unknown, compile: CompilePattern | undefined): (seen: unknown) => boolean {
  if (compile === undefined) throw new Error('a filter with `matches` is evaluated without patterns; see patternsFor');
  const pattern = typeof value === 'string' ? compiled(value, compile) : undefined;
  return (seen) => typeof seen === 'string' && pattern !== undefined && pattern.test(seen);
}

function compiled(pattern: string, compile: CompilePattern): Pattern | undefined {
  try {
    return compile(pattern);
  } catch {
    // Patterns are checked on save. One that a newer engine refuses must not stop a send: it matches nothing.
    return undefined;
  }
}

function nameOf({ path, op, value }: PathCondition): string {
  const subject = path.length > 100 ? `${path.slice(0, 100)}…` : path;
  return value === undefined ? `${subject} ${op}` : `${subject} ${op} ${shown(value)}`;
}

function shownValues(values: readonly unknown[]): string {
  if (values.length === 0) return 'no such path';
  return values.length === 1 ? shown(values[0]) : shown(values);
}
