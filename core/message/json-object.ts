/** Any JSON object, as parsed. Own keys only: `__proto__` in a body is an ordinary key. */
export interface JsonObject {
  readonly [key: string]: unknown;
}

/** Whether `value` is a JSON object: neither `null` nor a list. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The JSON object that `text` holds, or `undefined` when it is not JSON or not an object. */
export function parseJsonObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The own property `key` of `object`; what its prototype has does not count. */
export function ownValue(object: JsonObject, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/**
 * `value` when it can stand as a title or a message: a string with something to read in it, or a number. Anything else
 * gives `undefined`.
 */
export function readableText(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && /[^\s\0]/.test(value) ? value : undefined;
}
