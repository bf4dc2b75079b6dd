import { readNotification } from '../../../core/notification/read-notification.ts';
import type { Content } from '../../../core/message/content.ts';
import type { Notification } from '../../../core/message/notification.ts';

/** A notification with what it says beside its other fields too, so that a test reads `title` and `notes` alike. */
export function withFields(notification: Notification): Notification & Content {
  return { ...notification, ...notification.content };
}

/** Reads text that must be a notification. */
export function readText(text: string, headers: Record<string, string> = {}) {
  const result = readNotification({ text, headers });
  if (result.kind !== 'notification') throw new Error(`expected a notification, got ${result.kind}`);
  return withFields(result.notification);
}

/** Reads a JSON body that is declared as one. */
export function readBody(body: object, headers: Record<string, string> = {}) {
  return readText(JSON.stringify(body), { 'content-type': 'application/json', ...headers });
}
