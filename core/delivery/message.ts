import * as z from 'zod/mini';
import { ChannelKind } from '../channels/kinds.ts';
import { AlertMark, AlertStatus } from '../message/alert-mark.ts';
import { carrier } from '../message/content.ts';
import { notificationFormats } from '../message/notification.ts';
import { Payload } from '../message/payload.ts';

/** Why a link's channel was or was not chosen. `reason` names the condition that decided. */
export const Routing = z.object({
  channelId: z.string(),
  kind: ChannelKind,
  matched: z.boolean(),
  reason: z.string(),
  /** The channel shows the message's alert and is told of it though its filter does not match. */
  follows: z.exactOptional(z.literal(true)),
});
export type Routing = z.infer<typeof Routing>;

/** Whether a message goes to a channel. */
export function reaches({ matched, follows }: Pick<Routing, 'matched' | 'follows'>): boolean {
  return matched || follows === true;
}

/** A stored notification (specification 2.8): the row written before the sender is answered. */
export const Message = carrier({
  /** `msg_` + ULID. */
  id: z.string(),
  organizationId: z.string(),
  webhookId: z.string(),
  webhookName: z.string(),
  format: z.enum(notificationFormats),
  /** ISO 8601 UTC. */
  receivedAt: z.string(),
  payload: Payload,
  routing: z.array(Routing),
  /** Channels that this routing or one before it matched; absent: it was never replayed. */
  everMatched: z.exactOptional(z.set(z.string())),
  notes: z.array(z.string()),
  /** The hop path the request came with (contract section 2). */
  hops: z.array(z.string()),
  /** What a forwarded notification began as; absent: this message is the first. */
  originId: z.exactOptional(z.string()),
  /** The alert that it is part of, as it left it; absent: it is an ordinary message. */
  alert: z.exactOptional(
    z.object({
      ...AlertMark.shape,
      /** What the message itself said. */
      said: AlertStatus,
      /** Counts the changes that every channel is told of: the alert's when the message was applied. */
      turn: z.number(),
    }),
  ),
  /** The ask that it shows to people, or whose end it tells; absent: it has to do with none. */
  askId: z.exactOptional(z.string()),
  /** It tells of something that no sender did: a change of an alert, the end of an ask. Absent: somebody sent it. */
  origin: z.exactOptional(z.literal('system')),
  /** Epoch seconds after which the row counts as gone. */
  expiresAt: z.number(),
});
export type Message = z.infer<typeof Message>;

export const MESSAGE_LIFETIME_SECONDS = 30 * 24 * 60 * 60;

/** Bodies whose JSON text is larger than this many bytes lie in the body store instead of the row. */
export const INLINE_PAYLOAD_BYTES = 8 * 1024;
