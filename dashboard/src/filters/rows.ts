import type { Filter } from '../api/types.ts';
import { operatorIn, pathOperators, priorityOperators, tagOperators } from './operators.ts';

/** What the visual builder knows: one list of conditions, joined by "all" or "any". */
export interface Rows {
  readonly join: 'all' | 'any';
  readonly rows: readonly Row[];
}

/** One condition as it is typed. */
export interface Row {
  readonly subject: 'tags' | 'priority' | 'path';
  readonly path: string;
  readonly op: string;
  readonly value: string;
}

const list = (text: string) =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');

/** `true`, `false`, `null` and numbers are meant as such; everything else, and what is in quotes, is text. */
function scalar(text: string): string | number | boolean | null {
  if (text === 'true') return true;
  if (text === 'false') return false;
  if (text === 'null') return null;
  if (/^-?\d+(\.\d+)?$/.test(text)) return Number(text);
  return /^".*"$/.test(text) ? text.slice(1, -1) : text;
}

function asText(value: unknown): string {
  if (typeof value !== 'string') return String(value);
  return typeof scalar(value) === 'string' && !/^".*"$/.test(value) ? value : `"${value}"`;
}

/** Whether a text survives a list with commas. */
const isListable = (item: string) => item !== '' && item.trim() === item && !item.includes(',');

/** Whether every row says what it compares with. */
export function isComplete({ rows }: Rows): boolean {
  return rows.every(({ subject, path, op, value }) => {
    if (subject === 'tags') return list(value).length > 0;
    if (subject === 'priority') return op === 'exists' || /^[1-5]$/.test(value.trim());
    return path.trim() !== '' && (op === 'exists' || op === 'missing' || value !== '');
  });
}

/** The filter that the rows say; `null` for no rows. */
export function toFilter({ join, rows }: Rows): Filter | null {
  const filters = rows.map(toCondition);
  const [only] = filters;
  if (only === undefined) return null;
  if (filters.length === 1) return only;
  return join === 'all' ? { all: filters } : { any: filters };
}

function toCondition({ subject, path, op, value }: Row): Filter {
  if (subject === 'tags') return tagOperators[operatorIn(tagOperators, op) ?? 'any'].condition(list(value));
  if (subject === 'priority') return priorityOperators[operatorIn(priorityOperators, op) ?? 'gte'].condition(value);
  const known = operatorIn(pathOperators, op) ?? 'eq';
  switch (pathOperators[known].takes) {
    case 'nothing':
      return { path, op: known };
    case 'one':
      return { path, op: known, value: scalar(value) };
    case 'list':
      return { path, op: known, value: list(value).map(scalar) };
  }
}

/** The rows that say a filter; `undefined` where it is nested deeper than the builder goes. */
export function toRows(filter: Filter | null): Rows | undefined {
  if (filter === null) return { join: 'all', rows: [] };
  // No row means "everything"; this means "nothing".
  if ('any' in filter && filter.any.length === 0) return undefined;
  const join = 'any' in filter ? 'any' : 'all';
  const conditions = 'all' in filter ? filter.all : 'any' in filter ? filter.any : [filter];
  const rows = conditions.map(toRow);
  const known = rows.filter((row) => row !== undefined);
  return known.length === rows.length ? { join, rows: known } : undefined;
}

function toRow(filter: Filter): Row | undefined {
  if ('tags' in filter) {
    const [op = 'any', tags = []] = Object.entries(filter.tags)[0] ?? [];
    return tags.every(isListable) ? { subject: 'tags', path: '', op, value: tags.join(', ') } : undefined;
  }
  if ('priority' in filter) {
    const [op = 'gte', value = 3] = Object.entries(filter.priority)[0] ?? [];
    return { subject: 'priority', path: '', op, value: String(value) };
  }
  if (!('path' in filter)) return undefined;
  const { path, op, value } = filter;
  if (Array.isArray(value) && !value.every((item) => typeof item !== 'string' || isListable(item))) return undefined;
  const text = Array.isArray(value) ? value.map(asText).join(', ') : value === undefined ? '' : asText(value);
  return { subject: 'path', path, op, value: text };
}
