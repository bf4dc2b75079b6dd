/** Whether a value is another: a number is never a text, and an object never equal to anything. */
export function isEqual(seen: unknown, value: unknown): boolean {
  return seen === value;
}

/** Whether a value is in a list; what is no list has nothing in it. */
export function isIn(seen: unknown, list: unknown): boolean {
  return Array.isArray(list) && list.includes(seen);
}

/** Whether `holds` is true of two texts; what is no text relates to nothing. */
export function relate(seen: unknown, value: unknown, holds: (text: string, value: string) => boolean): boolean {
  return typeof seen === 'string' && typeof value === 'string' && holds(seen, value);
}

/** Negative, zero or positive as `left` comes before, with or after `right`; NaN when they cannot be compared. */
export function compare(left: unknown, right: unknown): number {
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  if (typeof left !== 'string' || typeof right !== 'string') return Number.NaN;
  if (left < right) return -1;
  return left > right ? 1 : 0;
}
