import { carrierOf } from '../channels/kinds.ts';
import { ulidOf } from '../message/ids.ts';
import { LIVE_EVENT_LIFETIME_SECONDS, type LiveNotification } from '../live/live-event.ts';
import type { Message } from './message.ts';

/** One event for every Live Stream channel the message goes to. Its id is the message's ULID. */
export function liveEventsOf(message: Message): LiveNotification[] {
  const { id, content, payload, routing, receivedAt } = message;
  const streams = routing.filter(({ matched, kind }) => matched && carrierOf(kind) === 'live');
  return streams.map(({ channelId }) => ({
    kind: 'notification',
    channelId,
    id: ulidOf(id),
    messageId: id,
    content,
    payload,
    expiresAt: Math.floor(Date.parse(receivedAt) / 1000) + LIVE_EVENT_LIFETIME_SECONDS,
  }));
}
