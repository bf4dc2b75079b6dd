import * as z from 'zod/mini';
import { LiveStreamConfig } from '../channels/live-stream-config.ts';
import { carrier } from '../message/content.ts';
import { Payload } from '../message/payload.ts';
import { ULID } from '../message/ulid.ts';

const position = {
  channelId: z.string(),
  /** ULID: the event's `id:` line, its sort key, and the time in its `timestamp`. */
  id: z.string().check(z.regex(ULID)),
  /** Epoch seconds after which the row counts as gone. */
  expiresAt: z.number(),
};

/** A notification on its way to the readers of one Live Stream channel. */
export const LiveNotification = carrier({
  kind: z.literal('notification'),
  ...position,
  messageId: z.string(),
  payload: Payload,
});
export type LiveNotification = z.infer<typeof LiveNotification>;

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
export const LiveEvent = z.union([LiveNotification, LiveControl]);
export type LiveEvent = z.infer<typeof LiveEvent>;

export const LIVE_EVENT_LIFETIME_SECONDS = 24 * 60 * 60;
