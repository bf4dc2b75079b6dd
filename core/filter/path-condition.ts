import type { JsonObject } from '../message/json-object.ts';
import type { DecideContext } from './decide.ts';
import { explain, shownValue, type MatchResult } from './explain.ts';
import type { PathCondition } from './filter.ts';
import { pathOperators } from './operators.ts';
import { parsePath, resolvePath } from './path.ts';

/**
 * Evaluates a condition on a payload path. On a missing path only `missing`, `ne` and `notIn` hold; with `[*]` any
 * element suffices, but for `ne` and `notIn` no element may be equal.
 *
 * @throws Error when the operator is `matches` and `compile` is absent
 * @see contract section 3
 */
export function evaluatePath(condition: PathCondition, payload: JsonObject, means: DecideContext): MatchResult {
  means.charge(condition.path.length);
  const path = parsePath(condition.path);
  const values = path.kind === 'path' ? resolvePath(payload, path.steps, means.charge) : [];
  const holds = pathOperators[condition.op].decide({ values, value: condition.value, ...means });
  return explain(nameOf(condition), holds, shownValues(values));
}

function nameOf({ path, op, value }: PathCondition): string {
  const subject = path.length > 100 ? `${path.slice(0, 100)}…` : path;
  return value === undefined ? `${subject} ${op}` : `${subject} ${op} ${shownValue(value)}`;
}

function shownValues(values: readonly unknown[]): string {
  if (values.length === 0) return 'no such path';
  return values.length === 1 ? shownValue(values[0]) : shownValue(values);
}
