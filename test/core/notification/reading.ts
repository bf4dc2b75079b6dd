import { readNotification } from '../../../core/notification/read-notification.ts';
import type { Notification } from '../../../core/message/notification.ts';

/** Reads text that must be a notification. */
export function readText(text: string, headers: Record<string, string> = {}): Notification {
  const result = readNotification({ text, headers });
  if (result.kind !== 'notification') throw new Error(`expected a notification, got ${result.kind}`);
  return result.notification;
}

/** Reads a JSON body that is declared as one. */
export function readBody(body: object, headers: Record<string, string> = {}): Notification {
  return readText(JSON.stringify(body), { 'content-type': 'application/json', ...headers });
}
