import { jobsOf } from '../delivery/job.ts';
import { INLINE_PAYLOAD_BYTES, MESSAGE_LIFETIME_SECONDS, type Message, type Routing } from '../delivery/message.ts';
import type { Endpoint } from '../directory/endpoint.ts';
import type { Notification } from '../message/notification.ts';
import type { AcceptPorts, SendSlot } from './accept.ts';
import { idOf } from '../message/ids.ts';
import type { SentPath } from './path-of-send.ts';
import { notesOfRouting } from './route.ts';

/** A send that passed every check. */
export interface AcceptedSend {
  readonly endpoint: Endpoint;
  readonly slot: SendSlot;
  readonly notification: Notification;
  readonly routing: Routing[];
  readonly path: SentPath;
  readonly alert?: NonNullable<Message['alert']>;
  /** The ask that it shows. */
  readonly askId?: string;
}

/** Jobs that no queue would take are tried again this much later. */
const PARK_MS = 60_000;

/**
 * Stores the message with its live events, then enqueues one job for every matching channel. What the queue does not
 * take is parked: the sweeper enqueues it a little later, so what is acknowledged is never lost.
 *
 * @throws when the message could not be stored, or its deliveries neither queued nor parked.
 */
export async function storeNotification(ports: AcceptPorts, accepted: AcceptedSend): Promise<Message> {
  const message = await messageOf(ports, accepted);
  await ports.messages.store(message);
  const left = await ports.jobs.enqueue(jobsOf(message));
  if (left.length > 0) await ports.parking.park(left, accepted.slot.at + PARK_MS);
  return message;
}

async function messageOf(ports: AcceptPorts, accepted: AcceptedSend): Promise<Message> {
  const { endpoint, slot, notification, routing, path, alert, askId } = accepted;
  const id = idOf('message', slot.ulid);
  const { organizationId, webhookId, webhookName } = endpoint;
  const { content, format, payloadText, notes } = notification;
  const large = Buffer.byteLength(payloadText) > INLINE_PAYLOAD_BYTES;
  return {
    id,
    organizationId,
    webhookId,
    webhookName,
    content,
    format,
    receivedAt: new Date(slot.at).toISOString(),
    payload: large ? { key: await ports.bodies.put(organizationId, id, payloadText) } : { text: payloadText },
    routing,
    notes: [...notes, ...notesOfRouting(routing)],
    hops: path.hops,
    ...(path.originId === undefined ? {} : { originId: path.originId }),
    ...(alert === undefined ? {} : { alert }),
    ...(askId === undefined ? {} : { askId }),
    expiresAt: Math.floor(slot.at / 1000) + MESSAGE_LIFETIME_SECONDS,
  };
}
