import type { Filter } from './filter.ts';

/** Something that finds a pattern anywhere in a text. */
export interface Pattern {
  test(text: string): boolean;
}

/** Turns the text of a pattern into something that can be matched. Throws when the text is no pattern. */
export type CompilePattern = (pattern: string) => Pattern;

/**
 * What evaluating `filters` needs to match patterns. The engine is loaded only when one of them holds a `matches`, so
 * that a send which needs none does not pay for it.
 */
export async function patternsFor(filters: Iterable<Filter | null>): Promise<CompilePattern | undefined> {
  for (const filter of filters) {
    if (filter === null || !needsPatterns(filter)) continue;
    const { compileOnce } = await import('./re2.ts');
    return compileOnce;
  }
  return undefined;
}

/** Whether `filter` holds a `matches` anywhere. */
export function needsPatterns(filter: Filter): boolean {
  if ('all' in filter) return filter.all.some((inner) => needsPatterns(inner));
  if ('any' in filter) return filter.any.some((inner) => needsPatterns(inner));
  if ('not' in filter) return needsPatterns(filter.not);
  return 'op' in filter && filter.op === 'matches';
}
