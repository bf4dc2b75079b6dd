import type { Notification } from '../message/notification.ts';
import type { Templates } from './field-templates.ts';
import { readNotification, type ReadResult, type ReceivedRequest } from './read-notification.ts';
import type { Headers } from './read-plain-text.ts';

/** What a preset makes of a notification that was read without it. Never rejects. */
type ApplyPreset = (notification: Notification, headers: Headers) => Promise<Notification>;

/** What a webhook adds to reading. Both are absent for most. */
export interface ReadingOptions {
  readonly applyPreset?: ApplyPreset | undefined;
  readonly templates?: Templates | undefined;
}

/**
 * Reads a request as its webhook wants it: by the general rules, then its preset, then its templates, each winning over
 * the one before.
 *
 * @see contract section 2
 */
export async function readNotificationWith(request: ReceivedRequest, options: ReadingOptions): Promise<ReadResult> {
  const result = readNotification(request);
  if (result.kind !== 'notification') return result;
  return { kind: 'notification', notification: await refine(result.notification, request.headers, options) };
}

/** What the webhook adds to a notification that was read by the general rules. Loads the template engine if need be. */
export async function refine(
  notification: Notification,
  headers: Headers,
  { applyPreset, templates }: ReadingOptions,
): Promise<Notification> {
  const preset = (await applyPreset?.(notification, headers)) ?? notification;
  if (templates === undefined || Object.keys(templates).length === 0) return preset;
  const { applyTemplates } = await import('./templates.ts');
  return applyTemplates(preset, templates, headers);
}
