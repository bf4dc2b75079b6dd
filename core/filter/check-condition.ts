import { didYouMean } from '../words/did-you-mean.ts';
import { isJsonObject, type JsonObject, ownValue } from '../message/json-object.ts';
import { atKey, notAllowed, type FilterDetail } from './filter-detail.ts';
import type { Operand } from './operand.ts';
import { namesOf, operatorIn, pathOperators, priorityOperators, tagOperators } from './operators.ts';
import { parsePath } from './path.ts';
import { compilePattern } from './re2.ts';

const SHAPES = 'must be {"all"}, {"any"}, {"not"}, {"tags"}, {"priority"} or {"path","op","value"}';

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
  if (operator === undefined) return [{ path, message: `must have exactly one of ${listOf(tagOperators)}` }];
  const at = atKey(path, operator.name);
  if (!Array.isArray(operator.value)) return [{ path: at, message: 'must be a list of strings' }];
  const wrong = operator.value.findIndex((tag) => typeof tag !== 'string');
  return wrong === -1 ? [] : [{ path: `${at}[${wrong}]`, message: 'must be a string' }];
}

function checkPriority(value: unknown, path: string): readonly FilterDetail[] {
  const operator = onlyOperator(value, priorityOperators);
  if (operator === undefined) return [{ path, message: `must have exactly one of ${listOf(priorityOperators)}` }];
  const at = atKey(path, operator.name);
  const { shape, must } = priorityOperators[operator.name];
  return shape.safeParse(value).success ? [] : [{ path: at, message: must }];
}

/** The one key of `value` and what it holds, when it is an operator of the table. */
function onlyOperator<Name extends string>(
  value: unknown,
  table: Readonly<Record<Name, unknown>>,
): { readonly name: Name; readonly value: unknown } | undefined {
  if (!isJsonObject(value)) return undefined;
  const keys = Object.keys(value);
  const name = operatorIn(table, keys[0]);
  return keys.length === 1 && name !== undefined ? { name, value: value[name] } : undefined;
}

function listOf(table: Readonly<Record<string, unknown>>): string {
  return namesOf(table).join(', ');
}

function checkPath(value: unknown, path: string): readonly FilterDetail[] {
  if (typeof value !== 'string') return [{ path, message: 'must be a string' }];
  const parsed = parsePath(value);
  return parsed.kind === 'path' ? [] : [{ path, message: parsed.message }];
}

/** Checks `op` and `value`: the operator is known, and its value is one that it takes. */
function checkOperator(condition: JsonObject, path: string): readonly FilterDetail[] {
  const given = ownValue(condition, 'op');
  const name = operatorIn(pathOperators, given);
  if (name === undefined) {
    const message = `must be one of ${listOf(pathOperators)}.${didYouMean(given, namesOf(pathOperators))}`;
    return [{ path: atKey(path, 'op'), message }];
  }
  const message = checkOperand(pathOperators[name].operand, ownValue(condition, 'value'));
  return message === undefined ? [] : [{ path: atKey(path, 'value'), message: `${name} ${message}` }];
}

function checkOperand({ shape, takes, refusal }: Operand, value: unknown): string | undefined {
  return shape.safeParse(value).success ? refusal?.(value, compilePattern) : takes;
}
