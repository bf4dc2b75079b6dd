import { ADDRESS, isLinkable, piecesOf } from './text-pieces.ts';

/** How a vendor's Markdown differs. */
interface Dialect {
  /** A character class: what has a meaning anywhere and loses it behind a backslash. */
  readonly special: string;
  /** How an address is written so that it stays a link whatever it holds. */
  readonly link: (address: string) => string;
  /** What stands for a line break. */
  readonly lineBreak: string;
}

/** What makes a list, a heading or a quotation at the start of a line: `- `, `# `, `> `, `+ `, `1. `, `1) `. */
const LINE_START = String.raw`(?<=^[ \t]*)(?:[-+#>=]|\d+[.)])`;

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
