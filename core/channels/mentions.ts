/** Joins nothing and shows nothing, but ends the word that a vendor looks for. */
export const ZERO_WIDTH_SPACE = '\u200b';

/** A sign that does not belong to an email address: nothing before it that could be the name of a mailbox. */
const MENTION = /(?<![\p{L}\p{N}])@(?=[\p{L}\p{N}_*])/gu;

/**
 * A text whose `@somebody`, `@channel` and `@**all**` call nobody: a zero-width character follows each sign.
 * Only for vendors that have no switch for mentions. Email addresses stay as they are.
 */
export function withoutMentions(text: string): string {
  return text.replace(MENTION, `@${ZERO_WIDTH_SPACE}`);
}

/** `[name](address)`, and `<address|name>` with whatever else may stand between angle brackets. */
const NAMED_LINK = /\](?=\()|<(?=[^\s<])/g;

/**
 * A text in which nothing leads somewhere under another name, and nothing between angle brackets means anything: a
 * character without width follows the sign. Only for vendors whose markup has no escape.
 */
export function withoutNamedLinks(text: string): string {
  return text.replace(NAMED_LINK, `$&${ZERO_WIDTH_SPACE}`);
}
