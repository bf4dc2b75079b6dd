import { withoutNul } from './clean-text.ts';

/**
 * All tags of one notification together, in UTF-16 code units. They are stored in the message's row, and a body of
 * 1 MiB may consist of nothing else; more than any real sender uses, far less than a row holds.
 */
export const MAX_TAGS_LENGTH = 16_384;

interface Tags {
  readonly tags: string[];
  /** What was ignored or cut. */
  readonly notes: readonly string[];
}

/**
 * The tags that a JSON value or a header gives: a list of strings, or one comma-separated string. Trimmed; empty ones,
 * duplicates and what is no string are dropped; order is kept. From the first tag on that does not fit into
 * `MAX_TAGS_LENGTH` they are cut.
 *
 * @see specification 2.1
 */
export function readTags(value: unknown): Tags {
  const entries = entriesOf(value);
  if (entries === undefined) return { tags: [], notes: ['tags ignored: neither a list nor text'] };
  const tags = new Set<string>();
  const notes = entries.every((entry) => typeof entry === 'string') ? [] : ['tags ignored where they are not text'];
  let length = 0;
  for (const entry of entries) {
    const tag = typeof entry === 'string' ? withoutNul(entry).trim().toWellFormed() : '';
    if (tag === '' || tags.has(tag)) continue;
    length += tag.length;
    if (length > MAX_TAGS_LENGTH) {
      notes.push('tags cut to 16,384 characters');
      break;
    }
    tags.add(tag);
  }
  return { tags: [...tags], notes };
}

function entriesOf(value: unknown): readonly unknown[] | undefined {
  if (value === undefined || value === null) return [];
  if (typeof value === 'string') return value.split(',');
  return Array.isArray(value) ? value : undefined;
}
