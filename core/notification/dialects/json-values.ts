/** A value directly in a JSON object or list, by where its text stands. */
interface ValueSpan {
  /** Of an object's member. */
  readonly key?: string;
  readonly start: number;
  readonly end: number;
}

/** A string, a bracket or separator, or anything else that is no space. No part of it can be read in two ways. */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]|[^\s"{}[\],:]+/gs;

/**
 * The values directly in a JSON object or list, in their order. Works on the text, so that every digit stays as it was
 * sent, and depth is no danger.
 *
 * @param json text that is known to be valid JSON
 */
function valueSpans(json: string): ValueSpan[] {
  const spans: ValueSpan[] = [];
  let depth = 0;
  let start = -1;
  let end = -1;
  let key: string | undefined;
  for (const { 0: token, index } of json.matchAll(TOKEN)) {
    const closes = token === '}' || token === ']';
    if (closes) depth -= 1;
    if (depth === 1 && token === ':') {
      key = String(JSON.parse(json.slice(start, end)));
      start = -1;
    } else if (start !== -1 && (depth === 0 || (depth === 1 && token === ','))) {
      spans.push({ ...(key === undefined ? {} : { key }), start, end });
      start = -1;
      key = undefined;
    } else if (depth > 0 && start === -1 && token !== ',') start = index;
    end = index + token.length;
    if (token === '{' || token === '[') depth += 1;
  }
  return spans;
}

/** The texts of the entries of a JSON list, as they were sent. */
export function entryTexts(json: string): string[] {
  return valueSpans(json).map(({ start, end }) => json.slice(start, end));
}

/** Stands in for a secret. */
export const MASK = '••••';

/** The text of a JSON object with `••••` for the values of the members `names`, however often they stand in it. */
export function masked(json: string, names: readonly string[]): string {
  return withValues(json, names, () => `"${MASK}"`);
}

/** The same for the members `inner` of the member `outer`. */
export function maskedIn(json: string, outer: string, inner: readonly string[]): string {
  return withValues(json, [outer], (value) => masked(value, inner));
}

function withValues(json: string, names: readonly string[], change: (value: string) => string): string {
  const pieces: string[] = [];
  let from = 0;
  for (const { key, start, end } of valueSpans(json)) {
    if (key === undefined || !names.includes(key)) continue;
    pieces.push(json.slice(from, start), change(json.slice(start, end)));
    from = end;
  }
  return [...pieces, json.slice(from)].join('');
}
