/** Joins nothing and shows nothing, but ends the word that a vendor looks for. */
export const ZERO_WIDTH_SPACE = '\u200b';

/** A sign that does not belong to an email address: nothing before it that could be the name of a mailbox. */
const MENTION = /(?<![\p{L}\p{N}])@(?=[\p{L}\p{N}_*])/gu;

/**
 * A text whose `@somebody`, `@channel` and `@**all**` nobody is called by: a character without width follows the sign.
 * Only for vendors that have no switch for mentions. Email addresses stay as they are.
 */
export function withoutMentions(text: string): string {
  return text.replace(MENTION, `@${ZERO_WIDTH_SPACE}`);
}
