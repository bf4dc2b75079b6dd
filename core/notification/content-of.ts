import type { Content } from '../message/content.ts';
import { cleanText, MAX_MESSAGE_CHARACTERS, MAX_TITLE_CHARACTERS } from './clean-text.ts';
import { cutNotes } from './notes.ts';
import { priorityNotes } from './priority.ts';
import { readTags } from './tags.ts';

/** The fields as a reader found them. */
interface FoundFields {
  readonly title: string | undefined;
  readonly message: string;
  readonly priority: number | undefined;
  /** What was sent as the priority, where it may have been no number. */
  readonly sentPriority?: unknown;
  /** A list or comma-separated text. */
  readonly tags: unknown;
}

/** What is stored of the fields, within the limits of every notification, and what was cut or ignored. */
export function contentOf({ title, message, priority, sentPriority, tags: sentTags }: FoundFields) {
  const { tags, notes } = readTags(sentTags);
  const content: Content = {
    ...(title === undefined ? {} : { title: cleanText(title, MAX_TITLE_CHARACTERS) }),
    message: cleanText(message, MAX_MESSAGE_CHARACTERS),
    ...(priority === undefined ? {} : { priority }),
    tags,
  };
  const cuts = [...cutNotes('title', title), ...cutNotes('message', message)];
  return { content, notes: [...cuts, ...priorityNotes(sentPriority, priority), ...notes] };
}
