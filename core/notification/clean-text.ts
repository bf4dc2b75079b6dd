/** Longest title, in Unicode code points (specification section 8). */
export const MAX_TITLE_CHARACTERS = 200;

/** Longest message, in Unicode code points (specification section 8). */
export const MAX_MESSAGE_CHARACTERS = 4000;

/**
 * `text` as it may be stored and sent on: no NUL, no lone surrogate, at most `limit` Unicode code points. A cut never
 * splits a surrogate pair.
 */
export function cleanText(text: string, limit: number): string {
  return truncate(withoutNul(text), limit).toWellFormed();
}

/** `text` without U+0000. A body's raw ones are gone already; these come from `\u0000` escapes. */
export function withoutNul(text: string): string {
  return text.includes('\0') ? text.replaceAll('\0', '') : text;
}

/** The first `limit` Unicode code points of `text`. */
function truncate(text: string, limit: number): string {
  if (text.length <= limit) return text;
  let end = 0;
  for (let taken = 0; taken < limit && end < text.length; taken += 1) end += isPairAt(text, end) ? 2 : 1;
  return text.slice(0, end);
}

function isPairAt(text: string, index: number): boolean {
  const codePoint = text.codePointAt(index);
  return codePoint !== undefined && codePoint > 0xffff;
}
