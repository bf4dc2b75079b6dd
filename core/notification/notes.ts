import { MAX_MESSAGE_CHARACTERS, MAX_TITLE_CHARACTERS, withoutNul } from './clean-text.ts';

/** The texts of a notification that are cut to length. */
export type CutField = 'title' | 'message';

const limits = {
  title: { characters: MAX_TITLE_CHARACTERS, words: '200 characters' },
  message: { characters: MAX_MESSAGE_CHARACTERS, words: '4,000 characters' },
} as const;

/** Says that a text was too long for its field; nothing when it was not. */
export function cutNotes(field: CutField, text: string | undefined): readonly string[] {
  const { characters, words } = limits[field];
  return text !== undefined && isLonger(withoutNul(text), characters) ? [`${field} cut to ${words}`] : [];
}

/** Whether `text` has more than `limit` Unicode code points. */
function isLonger(text: string, limit: number): boolean {
  if (text.length <= limit) return false;
  let left = limit;
  for (const _ of text) if (--left < 0) return true;
  return false;
}

/** The notes without those that tell how one of `fields` was read: something else gives it now. */
export function notesWithout(notes: readonly string[], fields: readonly string[]): readonly string[] {
  return notes.filter((note) => !fields.some((field) => HOW_READ.some((how) => note.startsWith(`${field} ${how}`))));
}

const HOW_READ = ['← ', 'cut ', 'ignored'] as const;
