import type { Templates } from '../directory/webhook.ts';
import type { Notification } from './notification.ts';
import { readNotification, type ReadResult, type ReceivedRequest } from './read-notification.ts';
import type { Headers } from './read-plain-text.ts';

/** What a preset makes of a notification that was read without it. Never rejects. */
export type ApplyPreset = (notification: Notification, headers: Headers) => Promise<Notification>;

/** What a webhook adds to reading. Both are absent for most. */
export interface ReadingOptions {
  readonly applyPreset?: ApplyPreset | undefined;
  readonly templates?: Templates | undefined;
}

/**
 * Reads a request as its webhook wants it: by the general rules, then its preset, then its templates, each winning over
 * the one before. The template engine loads only for a webhook that has templates.
 *
 * @see contract section 2
 */
export async function readNotificationWith(request: ReceivedRequest, options: ReadingOptions): Promise<ReadResult> {
  const result = readNotification(request);
  if (result.kind !== 'notification') return result;
  const { applyPreset, templates } = options;
  let { notification } = result;
  if (applyPreset !== undefined) notification = await applyPreset(notification, request.headers);
  if (templates !== undefined && Object.keys(templates).length > 0) {
    const { applyTemplates } = await import('./templates.ts');
    notification = await applyTemplates(notification, templates, request.headers);
  }
  return { kind: 'notification', notification };
}
