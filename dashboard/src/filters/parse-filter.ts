import type { Filter } from '../api/types.ts';

export type ParsedFilter =
  | { readonly kind: 'filter'; readonly filter: Filter | null }
  | { readonly kind: 'wrong'; readonly message: string };

/** Reads a filter as it is typed. What is an object is left to the API, which says what is wrong with it and where. */
export function parseFilter(text: string): ParsedFilter {
  if (text.trim() === '') return { kind: 'filter', filter: null };
  try {
    const value: unknown = JSON.parse(text);
    if (value === null) return { kind: 'filter', filter: null };
    if (isFilter(value)) return { kind: 'filter', filter: value };
    return { kind: 'wrong', message: 'A filter is an object with all, any, not, tags, priority or path; or null.' };
  } catch {
    return { kind: 'wrong', message: 'This is not valid JSON yet.' };
  }
}

/** Checks the outline, deep enough for the rest of the page to walk it safely. */
function isFilter(value: unknown): value is Filter {
  if (typeof value !== 'object' || value === null) return false;
  if ('all' in value) return Array.isArray(value.all) && value.all.every(isFilter);
  if ('any' in value) return Array.isArray(value.any) && value.any.every(isFilter);
  if ('not' in value) return isFilter(value.not);
  if ('tags' in value) return hasLists(value.tags);
  if ('priority' in value) return typeof value.priority === 'object' && value.priority !== null;
  return 'path' in value && typeof value.path === 'string' && 'op' in value && typeof value.op === 'string';
}

function hasLists(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.values(value).every((item) => Array.isArray(item));
}
