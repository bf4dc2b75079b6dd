/** Stands where the rest of a text was left out. */
export const CUT_MARK = '…';

/** The size of a text in a vendor's own unit. Adds up: the size of a text is the sum of the sizes of its pieces. */
export type SizeOf = (text: string) => number;

/** Unicode code points: an emoji outside the basic plane counts once. */
export const codePoints: SizeOf = (text) => {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
};

/** UTF-16 code units: an emoji outside the basic plane counts twice. */
export const utf16Units: SizeOf = (text) => text.length;

/** Bytes in UTF-8. */
export const utf8Bytes: SizeOf = (text) => Buffer.byteLength(text);

/** Bytes that a text takes inside a JSON string, where a quote or a line break takes two and a control character six. */
export const jsonBytes: SizeOf = (text) => Buffer.byteLength(JSON.stringify(text)) - 2;

/**
 * Joins pieces as far as they fit, with `…` where something is left out. A piece stays whole or goes, so a cut never
 * splits what the vendor reads as one: an entity, an escape, a link, a surrogate pair.
 *
 * @param pieces a text iterates as its code points
 * @param limit in the unit of `measure`; below the size of the mark nothing fits
 */
export function fit(pieces: Iterable<string>, limit: number, measure: SizeOf): string {
  const room = limit - measure(CUT_MARK);
  if (room < 0) return '';
  let size = 0;
  let joined = '';
  let kept = '';
  for (const piece of pieces) {
    size += measure(piece);
    if (size > limit) return kept + CUT_MARK;
    joined += piece;
    if (size <= room) kept = joined;
  }
  return joined;
}

/**
 * Shares pieces out to parts that each fit a limit, for vendors that take a long text in several fields. Of what does
 * not fit into the last part `…` is left.
 */
export function fitParts(
  pieces: Iterable<string>,
  { limit, parts }: { limit: number; parts: number },
  measure: SizeOf,
) {
  const filled: string[] = [];
  let rest = [...pieces];
  while (rest.length > 0 && filled.length < parts - 1) {
    const taken = countThatFit(rest, limit, measure);
    if (taken === 0) break;
    filled.push(rest.slice(0, taken).join(''));
    rest = rest.slice(taken);
  }
  return rest.length === 0 ? filled : [...filled, fit(rest, limit, measure)];
}

function countThatFit(pieces: readonly string[], limit: number, measure: SizeOf): number {
  let size = 0;
  const over = pieces.findIndex((piece) => (size += measure(piece)) > limit);
  return over === -1 ? pieces.length : over;
}

/** Looks like an asterisk but is another character, where the mark of bold text has no escape. */
const ASTERISK_OPERATOR = '∗';

/** A line in bold for vendors without an escape: its own asterisks are replaced, so that they end nothing. */
export function boldLine(text: string, mark: '*' | '**', maxCharacters: number): string {
  return mark + fit(text.replaceAll('*', ASTERISK_OPERATOR), maxCharacters, codePoints) + mark;
}
