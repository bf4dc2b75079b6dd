import { ZERO_WIDTH_SPACE } from './mentions.ts';
import { ADDRESS, isLinkable, piecesOf } from './text-pieces.ts';

/** How a vendor's Markdown differs. */
interface Dialect {
  /** A character class: signs that mean something anywhere, and lose the meaning after a backslash. */
  readonly special: string;
  /** How an address is written so that it stays a link whatever it holds. */
  readonly link: (address: string) => string;
  /** What stands for a line break. */
  readonly lineBreak: string;
}

/** An address as a link whose text is the address itself. */
export function markdownLink(address: string, special: string): string {
  const label = address.replace(new RegExp(`[${special}]`, 'g'), '\\$&');
  return `[${label}](${address.replaceAll('(', '%28').replaceAll(')', '%29')})`;
}

/**
 * A text without the markup that a backslash cannot escape: an indentation, which turns a line into code, becomes
 * spaces that do not count, and a zero-width character breaks an entity.
 */
export function withoutIndentsAndEntities(text: string): string {
  return text
    .replace(/^[ \t]+/gm, (indent) => '\u00a0'.repeat(indent.replaceAll('\t', '    ').length))
    .replace(/&(?=#?\w+;)/g, `&${ZERO_WIDTH_SPACE}`);
}

/** What starts a list, a heading or a quotation at the beginning of a line: `- `, `# `, `> `, `+ `, `1. `, `1) `. */
const LINE_START = String.raw`(?<=^[ \t\u00a0]*)(?:[-+#>=]|\d+[.)])`;

/**
 * A text as Markdown that shows it exactly as it is, in pieces: no escape and no link is ever cut.
 *
 * @see https://spec.commonmark.org/0.31.2/#backslash-escapes
 */
export function markdownPieces(text: string, { special, link, lineBreak }: Dialect): string[] {
  const pattern = new RegExp(`${ADDRESS}|${LINE_START}|[${special}]|\\n`, 'gmu');
  return piecesOf(text, pattern, (match) => {
    if (match === '\n') return [lineBreak];
    if (isLinkable(match)) return [link(match)];
    if (match.length === 1) return [`\\${match}`];
    // The mark of a numbered list, `12.`, or an address too long to be one.
    return piecesOf(match, new RegExp(`[${special}]|[.)]$`, 'gu'), (sign) => [`\\${sign}`]);
  });
}
