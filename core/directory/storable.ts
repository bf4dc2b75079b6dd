import type { Issue } from '../words/issue.ts';

const SMALLEST = 1e-100;

/**
 * The numbers in `value` that would not come back from storage as they went in: integers beyond 2^53 - 1 are no longer
 * exact, and far smaller fractions than anybody compares are no longer stored at all.
 *
 * @param path where `value` itself stands in the request
 */
export function unstorableNumbers(value: unknown, path: string): Issue[] {
  if (typeof value === 'number') {
    const size = Math.abs(value);
    const fits = size === 0 || (size >= SMALLEST && size <= Number.MAX_SAFE_INTEGER);
    return fits ? [] : [{ path, message: 'the number is too large or too small to be stored exactly' }];
  }
  if (Array.isArray(value)) return value.flatMap((item, index) => unstorableNumbers(item, `${path}[${index}]`));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => unstorableNumbers(item, path === '' ? key : `${path}.${key}`));
}
