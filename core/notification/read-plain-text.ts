import { cleanText, MAX_MESSAGE_CHARACTERS, MAX_TITLE_CHARACTERS } from './clean-text.ts';
import { headerText } from './header-text.ts';
import { readableText } from './json-object.ts';
import type { Notification } from './notification.ts';
import { priorityFromText } from './priority.ts';
import { tagsFrom } from './tags.ts';

/** Request headers by lower-case name. */
export type Headers = Readonly<Record<string, string | undefined>>;

/**
 * The notification that a plain-text body and its `X-` headers say.
 *
 * @see specification 4.1.3
 */
export function readPlainText(text: string, headers: Headers): Notification {
  const title = readableText(headerText(headers['x-title'] ?? ''));
  const priority = priorityFromText(headerText(headers['x-priority'] ?? ''));
  return {
    ...(title === undefined ? {} : { title: cleanText(title.trim(), MAX_TITLE_CHARACTERS) }),
    message: /\S/.test(text) ? cleanText(text, MAX_MESSAGE_CHARACTERS) : '',
    ...(priority === undefined ? {} : { priority }),
    tags: tagsFrom(headerText(headers['x-tags'] ?? '')),
    format: 'text',
    payload: {},
    payloadText: '{}',
    notes: [],
  };
}
