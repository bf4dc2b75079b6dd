import { ownValue } from '../notification/json-object.ts';
import type { JsonObject } from '../notification/notification.ts';
import { pathOperators } from './filter.ts';
import { atKey, type FilterDetail } from './filter-detail.ts';
import { compilePattern } from './re2.ts';

type Operator = (typeof pathOperators)[number];

/** What an operator takes as its value. */
type Wanted = 'nothing' | 'scalar' | 'ordered' | 'list' | 'string' | 'pattern';

const wantedBy: Readonly<Record<Operator, Wanted>> = {
  exists: 'nothing',
  missing: 'nothing',
  eq: 'scalar',
  ne: 'scalar',
  gt: 'ordered',
  gte: 'ordered',
  lt: 'ordered',
  lte: 'ordered',
  in: 'list',
  notIn: 'list',
  contains: 'scalar',
  startsWith: 'string',
  endsWith: 'string',
  matches: 'pattern',
};

/** Checks `op` and `value` of the payload condition at `path`: the operator is known and its value is of its kind. */
export function checkOperator(condition: JsonObject, path: string): readonly FilterDetail[] {
  const operator = pathOperators.find((name) => name === ownValue(condition, 'op'));
  if (operator === undefined)
    return [{ path: atKey(path, 'op'), message: `must be one of ${pathOperators.join(', ')}` }];
  const wanted = wantedBy[operator];
  const at = atKey(path, 'value');
  if (wanted === 'nothing') {
    return Object.hasOwn(condition, 'value') ? [{ path: at, message: `${operator} takes no value` }] : [];
  }
  const message = messageFor(wanted, ownValue(condition, 'value'));
  return message === undefined ? [] : [{ path: at, message: `${operator} ${message}` }];
}

function messageFor(wanted: Exclude<Wanted, 'nothing'>, value: unknown): string | undefined {
  switch (wanted) {
    case 'scalar':
      return isScalar(value) ? undefined : 'takes a string, a number, a boolean or null';
    case 'ordered':
      return Number.isFinite(value) || typeof value === 'string' ? undefined : 'takes a number or a string';
    case 'list':
      return Array.isArray(value) && value.every((entry) => isScalar(entry))
        ? undefined
        : 'takes a list of strings, numbers, booleans or null';
    case 'string':
      return typeof value === 'string' ? undefined : 'takes a string';
    case 'pattern':
      return patternMistake(value);
    default:
      return wanted satisfies never;
  }
}

function isScalar(value: unknown): boolean {
  return value === null || typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);
}

function patternMistake(value: unknown): string | undefined {
  if (typeof value !== 'string') return 'takes a pattern as a string';
  try {
    compilePattern(value);
    return undefined;
  } catch (error) {
    return `takes an RE2 pattern: ${error instanceof Error ? error.message : 'this one is refused'}`;
  }
}
