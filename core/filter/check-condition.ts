import { isJsonObject, ownValue } from '../message/json-object.ts';
import { checkOperator } from './check-operator.ts';
import { atKey, notAllowed, type FilterDetail } from './filter-detail.ts';
import { parsePath } from './path.ts';

const SHAPES = 'must be {"all"}, {"any"}, {"not"}, {"tags"}, {"priority"} or {"path","op","value"}';
const tagOperators = ['any', 'all', 'none'] as const;
const priorityOperators = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'exists'] as const;

/** Checks one condition that stands at `path` of its filter. Gives what is wrong with it; nothing when it is right. */
export function checkCondition(value: unknown, path: string): readonly FilterDetail[] {
  if (!isJsonObject(value)) return [{ path, message: SHAPES }];
  if (Object.hasOwn(value, 'tags')) {
    return [...notAllowed(value, ['tags'], path), ...checkTags(value['tags'], atKey(path, 'tags'))];
  }
  if (Object.hasOwn(value, 'priority')) {
    return [...notAllowed(value, ['priority'], path), ...checkPriority(value['priority'], atKey(path, 'priority'))];
  }
  if (!Object.hasOwn(value, 'path') && !Object.hasOwn(value, 'op')) return [{ path, message: SHAPES }];
  return [
    ...notAllowed(value, ['path', 'op', 'value'], path),
    ...checkPath(ownValue(value, 'path'), atKey(path, 'path')),
    ...checkOperator(value, path),
  ];
}

function checkTags(value: unknown, path: string): readonly FilterDetail[] {
  const operator = onlyOperator(value, tagOperators);
  if (operator === undefined) return [{ path, message: 'must have exactly one of any, all, none' }];
  const at = atKey(path, operator.name);
  if (!Array.isArray(operator.value)) return [{ path: at, message: 'must be a list of strings' }];
  const wrong = operator.value.findIndex((tag) => typeof tag !== 'string');
  return wrong === -1 ? [] : [{ path: `${at}[${wrong}]`, message: 'must be a string' }];
}

function checkPriority(value: unknown, path: string): readonly FilterDetail[] {
  const operator = onlyOperator(value, priorityOperators);
  if (operator === undefined) return [{ path, message: `must have exactly one of ${priorityOperators.join(', ')}` }];
  const at = atKey(path, operator.name);
  if (operator.name === 'exists') {
    return typeof operator.value === 'boolean' ? [] : [{ path: at, message: 'must be true or false' }];
  }
  return Number.isFinite(operator.value) ? [] : [{ path: at, message: 'must be a number' }];
}

/** The one key of `value` and what it holds, when it is one of `names`. */
function onlyOperator<Name extends string>(
  value: unknown,
  names: readonly Name[],
): { readonly name: Name; readonly value: unknown } | undefined {
  if (!isJsonObject(value)) return undefined;
  const keys = Object.keys(value);
  const name = names.find((candidate) => candidate === keys[0]);
  return keys.length === 1 && name !== undefined ? { name, value: value[name] } : undefined;
}

function checkPath(value: unknown, path: string): readonly FilterDetail[] {
  if (typeof value !== 'string') return [{ path, message: 'must be a string' }];
  const parsed = parsePath(value);
  return parsed.kind === 'path' ? [] : [{ path, message: parsed.message }];
}
