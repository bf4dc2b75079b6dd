/**
 * `target` changed by `patch` as JSON Merge Patch says: objects merge key by key, `null` removes a key, and everything
 * else (lists too) replaces. Neither argument is changed.
 *
 * @see https://www.rfc-editor.org/rfc/rfc7396
 */
export function mergePatch(target: unknown, patch: unknown): unknown {
  return isObject(patch) ? mergeObjects(isObject(target) ? target : {}, patch) : patch;
}

/** The same for two objects, which give an object. */
export function mergeObjects(
  target: Readonly<Record<string, unknown>>,
  patch: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const merged = new Map(Object.entries(target));
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) merged.delete(key);
    else merged.set(key, mergePatch(merged.get(key), value));
  }
  // fromEntries defines own properties, so a key named __proto__ stays an ordinary key.
  return Object.fromEntries(merged);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
