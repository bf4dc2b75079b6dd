/** Something that the palette leads to. */
export interface Entry {
  /** The address. */
  readonly href: string;
  readonly text: string;
  /** What it is. */
  readonly kind: string;
}

const MAX_ENTRIES = 50;

/**
 * The entries that a text means, best first: those that begin with it, those with a word that does, those that hold it.
 * All of its words have to be somewhere.
 */
export function findEntries(entries: readonly Entry[], text: string): Entry[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return entries.slice(0, MAX_ENTRIES);
  const words = wanted.split(/\s+/);
  return entries
    .map((entry) => ({ entry, rank: rankOf(`${entry.text} ${entry.kind}`.toLowerCase(), wanted, words) }))
    .filter(({ rank }) => rank > 0)
    .toSorted((one, other) => other.rank - one.rank)
    .slice(0, MAX_ENTRIES)
    .map(({ entry }) => entry);
}

function rankOf(text: string, wanted: string, words: readonly string[]): number {
  if (text.startsWith(wanted)) return 3;
  if (text.includes(` ${wanted}`)) return 2;
  return words.every((word) => text.includes(word)) ? 1 : 0;
}

const MESSAGE_ID = /^msg_[0-9A-HJKMNP-TV-Z]{26}$/;

const PRIORITY = /^p(?:riority)? ?([1-5])$/i;

/** Where a text leads that is no name of anything: the message of that id, or messages that it may be about. */
export function messageEntries(text: string): Entry[] {
  const words = text.trim();
  if (words === '') return [];
  if (MESSAGE_ID.test(words)) return [{ href: `messages/${words}`, text: words, kind: 'Message' }];
  const [, priority] = PRIORITY.exec(words) ?? [];
  return [
    ...(priority === undefined ? [] : [search('priority', priority, `Priority ${priority} or higher`)]),
    search('q', words, `“${words}”`),
    search('tag', words, `Tag “${words}”`),
  ];
}

const search = (name: string, value: string, text: string): Entry => ({
  href: `messages?${new URLSearchParams({ [name]: value }).toString()}`,
  text,
  kind: 'Search messages',
});
