import { isJsonObject, type JsonObject, ownValue, readableText } from '../../message/json-object.ts';

/** A list in a body is read to this many entries: no person reads more, and a body of 1 MiB may hold 100,000. */
const MAX_ENTRIES = 20;

/** The value at a dotted path such as `alerts.0.labels.job`. Own keys only; `undefined` when any step is missing. */
export function valueAt(body: unknown, path: string): unknown {
  let value = body;
  for (const key of path.split('.')) {
    if (Array.isArray(value)) value = value[Number(key)];
    else if (isJsonObject(value)) value = ownValue(value, key);
    else return undefined;
  }
  return value;
}

/** The trimmed text, or the number as text, at the first of `paths` that has something to read. */
export function textAt(body: unknown, ...paths: readonly string[]): string | undefined {
  for (const path of paths) {
    const text = readableText(valueAt(body, path))?.trim();
    if (text !== undefined) return text;
  }
  return undefined;
}

/** The number at `path`, also when it is written as a string. */
export function numberAt(body: unknown, path: string): number | undefined {
  const text = textAt(body, path);
  const number = Number(text);
  return text === undefined || !Number.isFinite(number) ? undefined : number;
}

/** The moment that a text at `path` names, epoch milliseconds; one without a zone is taken for UTC. */
export function utcAt(body: unknown, path: string): number | undefined {
  const text = textAt(body, path);
  if (text === undefined) return undefined;
  const moment = Date.parse(/^\d{4}-\d\d-\d\d[ T][\d:.]+$/.test(text) ? `${text.replace(' ', 'T')}Z` : text);
  return Number.isNaN(moment) ? undefined : moment;
}

/** The object at `path`; an empty one when there is none, so that further reads find nothing. */
export function objectAt(body: unknown, path: string): JsonObject {
  const value = valueAt(body, path);
  return isJsonObject(value) ? value : {};
}

/** The first `MAX_ENTRIES` objects of the list at `path`. */
export function objectsAt(body: unknown, path: string): readonly JsonObject[] {
  return entriesAt(body, path).filter((entry) => isJsonObject(entry));
}

/** The first `MAX_ENTRIES` readable texts of the list at `path`. */
export function textsAt(body: unknown, path: string): readonly string[] {
  return entriesAt(body, path).flatMap((entry) => readableText(entry)?.trim() ?? []);
}

/** How many entries the list at `path` has. */
export function countAt(body: unknown, path: string): number {
  const value = valueAt(body, path);
  return Array.isArray(value) ? value.length : 0;
}

function entriesAt(body: unknown, path: string): readonly unknown[] {
  const value = valueAt(body, path);
  return Array.isArray(value) ? value.slice(0, MAX_ENTRIES) : [];
}
