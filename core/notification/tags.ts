import { withoutNul } from './clean-text.ts';

/**
 * All tags of one notification together, in UTF-16 code units. They are stored in the message's row, and a body of
 * 1 MiB may consist of nothing else; more than any real sender uses, far less than a row holds.
 */
export const MAX_TAGS_LENGTH = 16_384;

/**
 * The tags that a JSON value or a header gives: a list of strings, or one comma-separated string. Trimmed; empty ones,
 * duplicates and what is no string are dropped; order is kept. Tags beyond `MAX_TAGS_LENGTH` are dropped.
 *
 * @see specification 2.1
 */
export function tagsFrom(value: unknown): readonly string[] {
  const tags = new Set<string>();
  let length = 0;
  for (const entry of entriesOf(value)) {
    const tag = typeof entry === 'string' ? withoutNul(entry).trim().toWellFormed() : '';
    if (tag === '' || tags.has(tag)) continue;
    length += tag.length;
    if (length > MAX_TAGS_LENGTH) break;
    tags.add(tag);
  }
  return [...tags];
}

function entriesOf(value: unknown): readonly unknown[] {
  if (typeof value === 'string') return value.split(',');
  return Array.isArray(value) ? value : [];
}
