import { carrierOf } from '../channels/kinds.ts';
import { carriedFor, type DeliveryJob, type Enqueue } from '../delivery/job.ts';
import { liveEventsOf } from '../delivery/live-events.ts';
import type { MessageReader } from '../delivery/message-history.ts';
import type { MessageRecord } from '../delivery/message-report.ts';
import { type Message, reaches, type Routing } from '../delivery/message.ts';
import type { DeliveryReopener } from '../delivery/reopen.ts';
import { type Act, type AuditStore, entryOf } from '../directory/audit.ts';
import type { ChannelReader } from '../directory/channel-store.ts';
import { done, notFound, type ChangeResult } from '../directory/change-result.ts';
import type { WebhookReader } from '../directory/webhook-store.ts';
import { LIVE_EVENT_LIFETIME_SECONDS, type LiveNotification } from '../live/live-event.ts';
import type { BodyReader } from '../message/payload.ts';
import { notesOfRouting, route, storedSubject } from './route.ts';

export interface RedeliverPorts {
  readonly messages: Pick<MessageReader, 'readMessage'>;
  readonly directory: Pick<ChannelReader, 'readChannel'> &
    Pick<WebhookReader, 'readWebhook'> &
    Pick<AuditStore, 'appendAudit'>;
  readonly deliveries: DeliveryReopener;
  readonly replays: {
    /** Replaces the routing and the notes of a message. */
    record(message: Message, replay: Pick<Message, 'routing' | 'notes'>): Promise<void>;
    /** Puts events on live streams. */
    publish(events: readonly LiveNotification[]): Promise<void>;
  };
  readonly bodies: BodyReader;
  readonly jobs: { readonly enqueue: Enqueue };
  readonly now: () => number;
  readonly newUlid: () => string;
}

/** Which channels are tried again. An attempt that is running at this moment counts as that. */
export interface Redelivered {
  readonly channelIds: readonly string[];
}

interface MessageTarget {
  readonly organizationId: string;
  readonly messageId: string;
  /** Noted in the audit log before anything is delivered. */
  readonly act: Act;
}

/** What is not enqueued now is due for the sweeper this much later. */
const DUE_MS = 60_000;

/** A message that is replayed over and over keeps its first notes and the newest. */
const MAX_NOTES = 40;

/**
 * Makes a delivery again: the same message to the same channel, whatever became of it before, with a fresh retry
 * schedule. One that waits for its next attempt gets it at once. Today's filters play no part; that is what
 * `replayMessage` is for.
 *
 * @returns `not-found` when there is no such message, the message was never routed to the channel, or it was deleted
 */
export async function retryDelivery(
  ports: RedeliverPorts,
  target: MessageTarget & { readonly channelId: string },
): Promise<ChangeResult<Redelivered>> {
  const { organizationId, messageId, channelId, act } = target;
  const record = await ports.messages.readMessage(organizationId, messageId);
  const routing = record?.message.routing.find((link) => link.channelId === channelId);
  const hasRow = record?.deliveries.some((row) => row.channelId === channelId) === true;
  if (record === undefined || routing === undefined || !(reaches(routing) || hasRow)) return notFound;
  if ((await ports.directory.readChannel(organizationId, channelId)) === undefined) return notFound;
  await ports.directory.appendAudit(entryOf(ports, act, { organizationId, target: messageId }));
  await redeliver(ports, record, [routing]);
  return done({ channelIds: [channelId] });
}

/**
 * Runs today's routing of the webhook again on a stored message and delivers to every channel that matches now, the new
 * ones and those it went to before. The message shows the new routing; channels that are linked no longer keep their
 * lines, so that what they got stays visible.
 *
 * @returns `not-found` when there is no such message, or its webhook was deleted: then there is no routing to run
 */
export async function replayMessage(
  ports: RedeliverPorts,
  { organizationId, messageId, act }: MessageTarget,
): Promise<ChangeResult<Redelivered>> {
  const record = await ports.messages.readMessage(organizationId, messageId);
  if (record === undefined) return notFound;
  const { message } = record;
  const webhook = await ports.directory.readWebhook(organizationId, message.webhookId);
  if (webhook === undefined) return notFound;
  const today = await route(webhook, await storedSubject(message, ports.bodies));
  const linked = new Set(today.map(({ channelId }) => channelId));
  const routing = [...today, ...message.routing.filter(({ channelId }) => !linked.has(channelId))];
  const matched = today.filter((link) => link.matched);
  await ports.directory.appendAudit(entryOf(ports, act, { organizationId, target: messageId }));
  const notes = [...message.notes, ...notesOfRouting(today)];
  await ports.replays.record(message, { routing, notes: notesAfter(notes, matched.length, ports.now()) });
  await redeliver(ports, record, matched);
  return done({ channelIds: matched.map(({ channelId }) => channelId) });
}

function notesAfter(notes: readonly string[], channels: number, now: number): string[] {
  const note = `replayed to ${channels} ${channels === 1 ? 'channel' : 'channels'} at ${new Date(now).toISOString()}`;
  return [...notes.slice(0, MAX_NOTES - 1), note];
}

/** Opens the rows first, each marked due: after a crash the sweeper enqueues what this did not come to. */
async function redeliver(ports: RedeliverPorts, record: MessageRecord, links: readonly Routing[]): Promise<void> {
  const live = links.filter(({ kind }) => carrierOf(kind) === 'live');
  await ports.replays.publish(freshEvents(ports, record.message, live));
  const jobs = links.filter((link) => !live.includes(link)).map((link) => nextJob(record, link));
  const now = ports.now();
  const opened = await Promise.all(jobs.map(async (job) => ports.deliveries.reopen(job, { now, dueAt: now + DUE_MS })));
  await ports.jobs.enqueue(
    jobs.filter((_, index) => opened[index]),
    0,
  );
}

/** The events of the message with new ids: readers skip an id that they have seen. */
function freshEvents(
  { now, newUlid }: RedeliverPorts,
  message: Message,
  links: readonly Routing[],
): LiveNotification[] {
  const routing = links.map((link) => ({ ...link, matched: true }));
  const expiresAt = Math.floor(now() / 1000) + LIVE_EVENT_LIFETIME_SECONDS;
  return liveEventsOf({ ...message, routing }).map((event) => ({ ...event, id: newUlid(), expiresAt }));
}

function nextJob({ message, deliveries }: MessageRecord, { channelId, kind }: Routing): DeliveryJob {
  const { organizationId, webhookId, id: messageId } = message;
  const made = deliveries.find((row) => row.channelId === channelId)?.attempt ?? 0;
  const ids = { organizationId, webhookId, messageId, channelId, ...carriedFor(kind) };
  return { ...ids, attempt: made + 1, retriesUsed: 0, asked: true };
}
