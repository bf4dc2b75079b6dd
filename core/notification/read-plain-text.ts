import { contentOf } from './content-of.ts';
import { headerText } from './header-text.ts';
import { readableText } from '../message/json-object.ts';
import type { Notification } from '../message/notification.ts';
import { priorityFromText } from './priority.ts';

/** Request headers by lower-case name. */
export type Headers = Readonly<Record<string, string | undefined>>;

/**
 * The notification that a plain-text body and its `X-` headers say.
 *
 * @see specification 4.1.3
 */
export function readPlainText(text: string, headers: Headers): Notification {
  const sentPriority = headerText(headers['x-priority'] ?? '').trim();
  const found = contentOf({
    title: readableText(headerText(headers['x-title'] ?? ''))?.trim(),
    message: /\S/.test(text) ? text : '',
    priority: priorityFromText(sentPriority),
    sentPriority,
    tags: headerText(headers['x-tags'] ?? ''),
  });
  return { ...found, format: 'text', payload: {}, payloadText: '{}' };
}
