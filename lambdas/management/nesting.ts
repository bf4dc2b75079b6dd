/** No kind of channel nests its config nearly as deep. */
export const MAX_CONFIG_DEPTH = 8;

/** Whether `value` nests at most `MAX_CONFIG_DEPTH` levels: what follows recursively must not exhaust the stack. */
export function isShallow(value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; depth <= MAX_CONFIG_DEPTH; depth += 1) {
    level = level.flatMap((item) => (typeof item === 'object' && item !== null ? Object.values(item) : []));
    if (level.length === 0) return true;
  }
  return false;
}
