import type { Notification } from '../../message/notification.ts';
import { contentOf } from '../content-of.ts';
import { notesWithout } from '../notes.ts';
import { readJson } from '../read-json.ts';
import type { DialectItem } from './dialect.ts';

/**
 * The notification that an item of a dialect is, within the limits of every notification. An item without a message has
 * its title and message guessed from the payload, as any other body has.
 *
 * @param product whose dialect it came in
 */
export function notificationOf(item: DialectItem, product: string): Notification {
  const { payload, payloadText } = item;
  const guessed = readJson({ payload, json: payloadText, whole: payloadText });
  const isRead = item.message !== undefined;
  const { content, notes } = contentOf({
    title: item.title ?? (isRead ? undefined : guessed.content.title),
    message: withLink(item.message ?? guessed.content.message, item.link),
    priority: item.priority,
    tags: item.tags,
  });
  const kept = notesWithout(guessed.notes, isRead ? ['title', 'message', 'priority', 'tags'] : ['priority', 'tags']);
  return {
    content,
    format: 'json',
    payload,
    payloadText,
    notes: [`read as ${product} sends it`, ...kept, ...notes, ...(item.notes ?? [])],
  };
}

function withLink(message: string, link: string | undefined): string {
  return link === undefined || message.includes(link) ? message : `${message}\n${link}`;
}
