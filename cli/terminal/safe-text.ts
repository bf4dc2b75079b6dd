import { stripVTControlCharacters } from 'node:util';

/** Embeddings, overrides and isolates: they would reverse the text beside them. */
const DIRECTION = /[\u202a-\u202e\u2066-\u2069]/gu;
const CONTROL = /\p{Cc}/gu;
const CONTROL_BUT_NEWLINE = /[^\P{Cc}\n]/gu;

/**
 * A text of somebody else in one line. It cannot move the cursor, set colours or write to the clipboard of the terminal
 * that it is shown on.
 */
export function oneLine(text: string): string {
  return withoutSequences(text).replace(CONTROL, ' ').trim();
}

/** The same for a text that may have several lines. */
export function severalLines(text: string): string {
  return withoutSequences(text.replaceAll('\r\n', '\n')).replace(CONTROL_BUT_NEWLINE, ' ').trimEnd();
}

/** A text of at most so many characters, with `…` where it was cut. */
export function shortened(text: string, most: number): string {
  const characters = Array.from(text);
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join('')}…`;
}

/** One line of JSON. What JSON leaves as it is, but a terminal obeys, is escaped. */
export function jsonLine(value: unknown): string {
  return JSON.stringify(value).replaceAll(/[\u007f-\u009f]/g, escaped);
}

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

const withoutSequences = (text: string): string => stripVTControlCharacters(text).replace(DIRECTION, '');
