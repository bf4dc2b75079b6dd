import { isJsonObject } from '../message/json-object.ts';

/** The same text for the same content, whatever the order of its keys. */
export function canonicalText(value: unknown): string {
  return JSON.stringify(value, ordered) ?? 'null';
}

function ordered(_: string, value: unknown): unknown {
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
