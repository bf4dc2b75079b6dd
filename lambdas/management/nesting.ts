/** No kind of channel nests its config nearly as deep. */
export const MAX_CONFIG_DEPTH = 8;

/** How deep a request may nest: far deeper than anything real, far less than what writing it as JSON can follow. */
export const MAX_BODY_DEPTH = 1000;

/** Whether `value` nests at most `depth` levels, so that recursive work on it cannot exhaust the stack. */
export function isShallow(value: unknown, depth: number): boolean {
  let level: unknown[] = [value];
  for (let passed = 0; passed <= depth; passed += 1) {
    level = level.flatMap((item) => (typeof item === 'object' && item !== null ? Object.values(item) : []));
    if (level.length === 0) return true;
  }
  return false;
}
