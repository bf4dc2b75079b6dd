import type { JsonObject } from '../notification/notification.ts';
import { explain, shown, type Verdict } from './explain.ts';
import type { PathCondition } from './filter.ts';
import { parsePath, resolvePath } from './path.ts';
import type { CompilePattern, Pattern } from './patterns.ts';

/** What an operator decides on: the values at the path (none when it is missing) and the condition's own value. */
interface Sight {
  readonly values: readonly unknown[];
  readonly value: PathCondition['value'];
  readonly compile: CompilePattern | undefined;
}

type Decide = (sight: Sight) => boolean;
type Test = (seen: unknown, value: unknown) => boolean;

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
  contains: someValue((seen, value) => isIn(value, seen) || relate(seen, value, (text, part) => text.includes(part))),
  startsWith: someValue((seen, value) => relate(seen, value, (text, start) => text.startsWith(start))),
  endsWith: someValue((seen, value) => relate(seen, value, (text, end) => text.endsWith(end))),
  matches: someMatches,
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
  const holds = operators[condition.op]({ values, value: condition.value, compile });
  return explain(nameOf(condition), holds, shownValues(values));
}

function someValue(test: Test): Decide {
  return ({ values, value }) => values.some((seen) => test(seen, value));
}

function noValue(test: Test): Decide {
  return ({ values, value }) => !values.some((seen) => test(seen, value));
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

function someMatches({ values, value, compile }: Sight): boolean {
  if (compile === undefined) throw new Error('a filter with `matches` is evaluated without patterns; see patternsFor');
  const pattern = typeof value === 'string' ? compiled(value, compile) : undefined;
  return pattern !== undefined && values.some((seen) => typeof seen === 'string' && pattern.test(seen));
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
