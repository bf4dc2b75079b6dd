/** An address in a text, without the punctuation that ends the sentence around it. */
export const ADDRESS = String.raw`https?:\/\/[^\s<>|"\\\x60\u200b]*[^\s<>|"\\\x60\u200b.,;:!?)\]}'*_~]`;

/** A longer address is left as text: no vendor links it, and as one piece it could push out everything else. */
const MAX_ADDRESS_CHARACTERS = 1000;

/** What replaces each match, in pieces that a cut leaves whole. */
export type Substitute = (match: string) => readonly string[];

/** The text in pieces: each match as `write` gives it, everything else code point by code point. */
export function piecesOf(text: string, pattern: RegExp, write: Substitute): string[] {
  const pieces: string[][] = [];
  let end = 0;
  for (const match of text.matchAll(pattern)) {
    pieces.push(Array.from(text.slice(end, match.index)), [...write(match[0])]);
    end = match.index + match[0].length;
  }
  return [...pieces.flat(), ...Array.from(text.slice(end))];
}

/** Whether a match is an address that may be written as a link. */
export function isLinkable(match: string): boolean {
  return /^https?:\/\//.test(match) && match.length <= MAX_ADDRESS_CHARACTERS && URL.canParse(match);
}
