import { carrierOf } from '../channels/kinds.ts';
import { carriedFor, type DeliveryJob } from '../delivery/job.ts';
import type { Endpoint } from '../directory/endpoint.ts';
import { LIVE_EVENT_LIFETIME_SECONDS, type LiveNotification } from '../live/live-event.ts';
import type { AcceptPorts, Slot } from './accept.ts';
import { INLINE_PAYLOAD_BYTES, MESSAGE_LIFETIME_SECONDS, type Message, type Routing } from './message.ts';
import { idOf, ulidOf } from '../directory/ids.ts';
import type { Notification } from './notification.ts';
import type { SentPath } from './path-of-send.ts';
import { notesOfRouting } from './route.ts';

/** A send that passed every check. */
export interface Accepted {
  readonly endpoint: Endpoint;
  readonly slot: Slot;
  readonly notification: Notification;
  readonly routing: Routing[];
  readonly path: SentPath;
}

/** Jobs that no queue would take are tried again this much later. */
const PARK_MS = 60_000;

/**
 * Stores the message with its live events, then enqueues one job for every matching channel. What the queue does not
 * take is parked: the sweeper enqueues it a little later, so what is acknowledged is never lost.
 *
 * @throws when the message could not be stored, or its deliveries neither queued nor parked.
 */
export async function storeNotification(ports: AcceptPorts, accepted: Accepted): Promise<Message> {
  const message = await messageOf(ports, accepted);
  await ports.messages.store(message, liveEventsOf(message));
  const left = await ports.jobs.enqueue(jobsOf(message));
  if (left.length > 0) await ports.parking.park(left, accepted.slot.at + PARK_MS);
  return message;
}

async function messageOf(ports: AcceptPorts, accepted: Accepted): Promise<Message> {
  const { endpoint, slot, notification, routing, path } = accepted;
  const id = idOf('message', slot.ulid);
  const { organizationId, webhookId, webhookName } = endpoint;
  const { payload: _, payloadText, title, priority, ...read } = notification;
  const large = Buffer.byteLength(payloadText) > INLINE_PAYLOAD_BYTES;
  return {
    id,
    organizationId,
    webhookId,
    webhookName,
    ...(title === undefined ? {} : { title }),
    ...(priority === undefined ? {} : { priority }),
    message: read.message,
    tags: [...read.tags],
    format: read.format,
    receivedAt: new Date(slot.at).toISOString(),
    payload: large ? { key: await ports.bodies.put(organizationId, id, payloadText) } : { text: payloadText },
    routing,
    notes: [...read.notes, ...notesOfRouting(routing)],
    hops: path.hops,
    ...(path.originId === undefined ? {} : { originId: path.originId }),
    expiresAt: Math.floor(slot.at / 1000) + MESSAGE_LIFETIME_SECONDS,
  };
}

/** One event for every Live Stream channel the message goes to. Its id is the message's ULID. */
export function liveEventsOf(message: Message): LiveNotification[] {
  const { title, priority } = message;
  const streams = message.routing.filter(({ matched, kind }) => matched && carrierOf(kind) === 'live');
  return streams.map(({ channelId }) => ({
    kind: 'notification',
    channelId,
    id: ulidOf(message.id),
    messageId: message.id,
    ...(title === undefined ? {} : { title }),
    ...(priority === undefined ? {} : { priority }),
    message: message.message,
    tags: message.tags,
    payload: message.payload,
    expiresAt: Math.floor(Date.parse(message.receivedAt) / 1000) + LIVE_EVENT_LIFETIME_SECONDS,
  }));
}

/** The first attempt of every delivery that a queue takes. */
export function jobsOf(message: Message): DeliveryJob[] {
  const { id: messageId, organizationId, webhookId, routing } = message;
  return routing
    .filter(({ matched, kind }) => matched && carrierOf(kind) !== 'live')
    .map(({ channelId, kind }) => ({
      organizationId,
      webhookId,
      messageId,
      channelId,
      ...carriedFor(kind),
      attempt: 1,
      retriesUsed: 0,
    }));
}
