import type { JsonObject } from '../message/json-object.ts';

/** What is wrong with a filter, and where: `all[1].op`, or the empty path for the filter itself. */
export interface FilterDetail {
  readonly path: string;
  readonly message: string;
}

const MAX_KEY_CHARACTERS = 40;

/** The path of `key` in what stands at `path`. Keys come from outside, so long ones are shortened. */
export function atKey(path: string, key: string): string {
  const name = key.length > MAX_KEY_CHARACTERS ? `${key.slice(0, MAX_KEY_CHARACTERS)}…` : key;
  return path === '' ? name : `${path}.${name}`;
}

/** A detail for each key of `value` that is not among `allowed`. */
export function notAllowed(value: JsonObject, allowed: readonly string[], path: string): FilterDetail[] {
  return Object.keys(value)
    .filter((key) => !allowed.includes(key))
    .map((key) => ({ path: atKey(path, key), message: `is not allowed here; allowed: ${allowed.join(', ')}` }));
}
