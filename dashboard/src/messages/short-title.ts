import type { Message } from '../api/types.ts';

/** Titles may have 200 characters; where a page is called after one, fewer do. */
const CHARACTERS = 80;

/** What a message is called in a heading. */
export function shortTitle({ title, message }: Pick<Message, 'title' | 'message'>): string {
  const name = Array.from(title ?? message);
  return name.length > CHARACTERS ? `${name.slice(0, CHARACTERS).join('')}…` : name.join('');
}
