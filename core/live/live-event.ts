import * as z from 'zod/mini';
import { LiveStreamConfig } from '../channels/live-stream-config.ts';
import { ULID } from '../message/ulid.ts';

const position = {
  channelId: z.string(),
  /** ULID: the event's `id:` line, its sort key, and the time in its `timestamp`. */
  id: z.string().check(z.regex(ULID)),
  /** Epoch seconds after which the row counts as gone. */
  expiresAt: z.number(),
};

/** A notification on its way to the readers of one Live Stream channel. */
export const LiveNotification = z.object({
  kind: z.literal('notification'),
  ...position,
  messageId: z.string(),
  title: z.optional(z.string()),
  message: z.string(),
  priority: z.optional(z.number()),
  tags: z.array(z.string()),
  /** The JSON text of the request body, `{}` for plain text; or where it lies when it is larger than 8 KB. */
  payload: z.union([z.object({ text: z.string() }), z.object({ key: z.string() })]),
});
export type LiveNotification = z.infer<typeof LiveNotification>;

/**
 * Whether a row is a notification, in a tenth of the schema's time: every task asks it of every event. It never says
 * yes where the schema says no; of a row that it does not recognise the schema says what is wrong.
 */
export function isLiveNotification(row: unknown): row is LiveNotification {
  if (!isObject(row) || row['kind'] !== 'notification') return false;
  const { channelId, id, expiresAt, messageId, title, message, priority, tags, payload } = row;
  return (
    typeof channelId === 'string' &&
    typeof id === 'string' &&
    ULID.test(id) &&
    Number.isFinite(expiresAt) &&
    typeof messageId === 'string' &&
    (title === undefined || typeof title === 'string') &&
    typeof message === 'string' &&
    (priority === undefined || Number.isFinite(priority)) &&
    Array.isArray(tags) &&
    tags.every((tag) => typeof tag === 'string') &&
    isObject(payload) &&
    typeof payload['text' in payload ? 'text' : 'key'] === 'string'
  );
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** Tells every task that serves a channel what changed: readers are disconnected, reformatted, or sent `: test`. */
export const LiveControl = z.object({
  kind: z.literal('control'),
  ...position,
  action: z.union([
    z.object({ type: z.literal('close') }),
    z.object({ type: z.literal('configure'), config: LiveStreamConfig }),
    z.object({ type: z.literal('test') }),
  ]),
});
export type LiveControl = z.infer<typeof LiveControl>;

/** A row of the LiveEvents table. Rows live 24 hours: the replay window. */
export const LiveEvent = z.discriminatedUnion('kind', [LiveNotification, LiveControl]);
export type LiveEvent = z.infer<typeof LiveEvent>;

export const LIVE_EVENT_LIFETIME_SECONDS = 24 * 60 * 60;
