import type { Filter } from '../api/types.ts';
import { pathOperators, priorityOperators, tagOperators, wordsOf } from './operators.ts';

/** A filter in one line of words. */
export function describeFilter(filter: Filter | null): string {
  return filter === null ? 'Everything' : inWords(filter);
}

function inWords(filter: Filter): string {
  if ('all' in filter) return group(filter.all, ' and ', 'everything');
  if ('any' in filter) return group(filter.any, ' or ', 'nothing');
  if ('not' in filter) return `not (${inWords(filter.not)})`;
  if ('tags' in filter) {
    const [how = '', tags = []] = Object.entries(filter.tags)[0] ?? [];
    return `${wordsOf(tagOperators, how)?.says ?? `${how} tag`} of ${tags.join(', ')}`;
  }
  if ('priority' in filter) {
    const [how = '', value] = Object.entries(filter.priority)[0] ?? [];
    if (how === 'exists') return value === true ? 'has a priority' : 'has no priority';
    return `priority ${wordsOf(priorityOperators, how)?.says ?? how} ${String(value)}`;
  }
  const { path, op, value } = filter;
  return `${path} ${wordsOf(pathOperators, op)?.says ?? op}${value === undefined ? '' : ` ${JSON.stringify(value)}`}`;
}

function group(filters: readonly Filter[], joiner: string, empty: string): string {
  if (filters.length === 0) return empty;
  const [only] = filters;
  if (filters.length === 1 && only !== undefined) return inWords(only);
  return filters
    .map((filter) => ('all' in filter || 'any' in filter ? `(${inWords(filter)})` : inWords(filter)))
    .join(joiner);
}
