import { type JsonObject, ownValue } from '../message/json-object.ts';
import { pathOperators } from './filter.ts';
import { atKey, type FilterDetail } from './filter-detail.ts';
import { patternSize } from './pattern-size.ts';
import { compilePattern } from './re2.ts';

/** A longer one fits into no filter. */
const MAX_PATTERN_CHARACTERS = 3 * 1024;

/** Instructions that a pattern may compile to: a few hundredths of a second. */
const MAX_PATTERN_SIZE = 10_000;

type Operator = (typeof pathOperators)[number];

/** What is wrong with an operator's value, or `undefined`. */
type CheckValue = (value: unknown) => string | undefined;

const valueChecks: Readonly<Record<Operator, CheckValue | 'takes no value'>> = {
  exists: 'takes no value',
  missing: 'takes no value',
  eq: checkScalar,
  ne: checkScalar,
  gt: checkOrdered,
  gte: checkOrdered,
  lt: checkOrdered,
  lte: checkOrdered,
  in: checkList,
  notIn: checkList,
  contains: checkScalar,
  startsWith: checkText,
  endsWith: checkText,
  matches: checkPattern,
};

/** Checks `op` and `value` of the payload condition at `path`: the operator is known and its value is of its kind. */
export function checkOperator(condition: JsonObject, path: string): readonly FilterDetail[] {
  const operator = pathOperators.find((name) => name === ownValue(condition, 'op'));
  if (operator === undefined) {
    return [{ path: atKey(path, 'op'), message: `must be one of ${pathOperators.join(', ')}` }];
  }
  const message = checkValue(operator, condition);
  return message === undefined ? [] : [{ path: atKey(path, 'value'), message: `${operator} ${message}` }];
}

function checkValue(operator: Operator, condition: JsonObject): string | undefined {
  const check = valueChecks[operator];
  if (typeof check === 'function') return check(ownValue(condition, 'value'));
  return Object.hasOwn(condition, 'value') ? check : undefined;
}

function checkScalar(value: unknown): string | undefined {
  return isScalar(value) ? undefined : 'takes a string, a number, a boolean or null';
}

function checkOrdered(value: unknown): string | undefined {
  return Number.isFinite(value) || typeof value === 'string' ? undefined : 'takes a number or a string';
}

function checkList(value: unknown): string | undefined {
  const isList = Array.isArray(value) && value.every((entry) => isScalar(entry));
  return isList ? undefined : 'takes a list of strings, numbers, booleans or null';
}

function checkText(value: unknown): string | undefined {
  return typeof value === 'string' ? undefined : 'takes a string';
}

function checkPattern(value: unknown): string | undefined {
  if (typeof value !== 'string') return 'takes a pattern as a string';
  if (value.length > MAX_PATTERN_CHARACTERS) return `takes a pattern of at most ${MAX_PATTERN_CHARACTERS} characters`;
  if (patternSize(value) > MAX_PATTERN_SIZE) return 'takes a pattern that repeats less: this one takes long to match';
  try {
    compilePattern(value);
    return undefined;
  } catch (error) {
    return `takes an RE2 pattern; this one is refused: ${String(error)}`;
  }
}

function isScalar(value: unknown): boolean {
  return value === null || typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);
}
