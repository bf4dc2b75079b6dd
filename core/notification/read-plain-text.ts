import { cleanText, MAX_MESSAGE_CHARACTERS, MAX_TITLE_CHARACTERS } from './clean-text.ts';
import { headerText } from './header-text.ts';
import { readableText } from '../message/json-object.ts';
import type { Notification } from '../message/notification.ts';
import { cutNotes } from './notes.ts';
import { priorityFromText, priorityNotes } from './priority.ts';
import { readTags } from './tags.ts';

/** Request headers by lower-case name. */
export type Headers = Readonly<Record<string, string | undefined>>;

/**
 * The notification that a plain-text body and its `X-` headers say.
 *
 * @see specification 4.1.3
 */
export function readPlainText(text: string, headers: Headers): Notification {
  const title = readableText(headerText(headers['x-title'] ?? ''))?.trim();
  const sentPriority = headerText(headers['x-priority'] ?? '').trim();
  const priority = priorityFromText(sentPriority);
  const { tags, notes } = readTags(headerText(headers['x-tags'] ?? ''));
  return {
    content: {
      ...(title === undefined ? {} : { title: cleanText(title, MAX_TITLE_CHARACTERS) }),
      message: /\S/.test(text) ? cleanText(text, MAX_MESSAGE_CHARACTERS) : '',
      ...(priority === undefined ? {} : { priority }),
      tags,
    },
    format: 'text',
    payload: {},
    payloadText: '{}',
    notes: [
      ...cutNotes('title', title),
      ...cutNotes('message', text),
      ...priorityNotes(sentPriority, priority),
      ...notes,
    ],
  };
}
