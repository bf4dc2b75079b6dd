import { isJsonObject, ownValue } from '../message/json-object.ts';
import { canonicalText } from './canonical.ts';

/** One field of a thing that a document changes. `null`: it is not there. */
export interface FieldChange {
  /** Within the thing: `config.channel`, `links.ops.filter`. */
  readonly path: string;
  readonly before: unknown;
  readonly after: unknown;
}

interface Sides {
  readonly before: unknown;
  readonly after: unknown;
}

/** A filter is one value: parts of two filters side by side would say nothing. */
const WHOLE = 'filter';

/**
 * The fields that differ between two entries.
 *
 * @param shown the same two entries with their secrets masked, as the answer may show them
 */
export function fieldChanges({ before, after }: Sides, shown: Sides): FieldChange[] {
  return differing(before, after, []).map((keys) => ({
    path: keys.join('.'),
    before: valueAt(shown.before, keys),
    after: valueAt(shown.after, keys),
  }));
}

function differing(before: unknown, after: unknown, keys: readonly string[]): (readonly string[])[] {
  const isInside = isJsonObject(before) && isJsonObject(after) && keys.at(-1) !== WHOLE;
  if (!isInside) return canonicalText(before) === canonicalText(after) ? [] : [keys];
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return names.flatMap((name) => differing(ownValue(before, name), ownValue(after, name), [...keys, name]));
}

function valueAt(entry: unknown, keys: readonly string[]): unknown {
  return keys.reduce<unknown>((at, key) => (isJsonObject(at) ? ownValue(at, key) : undefined), entry) ?? null;
}
