import { isLive } from '../channels/kinds.ts';
import type { SeenResponse } from '../channels/seen-response.ts';
import type { ChannelReader } from '../directory/channel-store.ts';
import type { Channel } from '../directory/channel.ts';
import { isId, ulidOf } from '../message/ids.ts';
import type { Page, PageRequest } from '../directory/page.ts';
import { isPausedAt } from '../live/pause.ts';
import { timeOfUlid } from '../message/ulid.ts';
import type { AlertReader } from './alert-history.ts';
import type { Attempt, Delivery, DeliveryState } from './delivery.ts';
import { type Message, reaches, type Routing } from './message.ts';

/** A stored message with the rows of its deliveries. */
export interface MessageRecord {
  readonly message: Message;
  readonly deliveries: readonly Delivery[];
}

/** Where messages are found. */
export interface MessageReader {
  readMessage(organizationId: string, messageId: string): Promise<MessageRecord | undefined>;
  /**
   * Messages that pass `accepts`, newest first: a page is full or the last one, unless it is a search, which ends after
   * two seconds. The id of `next` is then as far as it came.
   */
  listMessages(query: MessageQuery): Promise<Page<MessageRecord>>;
}

export interface MessageQuery {
  readonly organizationId: string;
  readonly page: PageRequest;
  /** Epoch milliseconds, both inclusive. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  /** Only messages of this webhook. */
  readonly webhookId?: string | undefined;
  /** Only messages with a failed delivery are asked for. `accepts` decides all the same. */
  readonly onlyFailed?: boolean;
  /** Every message has to be looked at to know whether it is asked for. */
  readonly isSearch?: boolean;
  readonly accepts: (record: MessageRecord) => Promise<boolean>;
}

/** An attempt; the first and the newest one that the receiver did not take say what it answered. */
type ReportedAttempt = Attempt & { readonly response?: SeenResponse };

/** One channel of a message and how its delivery went, as operators see it. */
interface DeliveryReport {
  readonly channelId: string;
  readonly channelName: string;
  readonly kind: Channel['kind'];
  readonly state: DeliveryState;
  readonly attempts: readonly ReportedAttempt[];
  readonly nextAttemptAt?: string;
}

/** A message as operators see it. */
export interface MessageReport {
  readonly message: Message;
  readonly deliveries: readonly DeliveryReport[];
}

export interface HistoryPorts {
  readonly messages: MessageReader;
  readonly channels: Pick<ChannelReader, 'readChannel'>;
  /** Lists by an alert start from its own list of messages. */
  readonly alerts: Pick<AlertReader, 'read' | 'members'>;
}

/** What to list; absent fields let everything through. */
export interface MessageFilters {
  readonly webhookId?: string | undefined;
  /** At least one delivery is in this state. */
  readonly state?: DeliveryState | undefined;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  /** A part of the title or the message, in any case. */
  readonly text?: string | undefined;
  /** One of the tags, in any case. */
  readonly tag?: string | undefined;
  /** At least this priority; messages without one do not pass. */
  readonly priority?: number | undefined;
  /** It went to this channel; with `state`, this delivery is in that state. */
  readonly channelId?: string | undefined;
  readonly alertId?: string | undefined;
}

/** A page of messages. Only a search says how far it came. */
export interface MessagePage extends Page<MessageReport> {
  /** ISO 8601 UTC: every message since then was looked at; `null`: all were. */
  readonly searchedTo?: string | null;
}

/** Lists the messages of an organisation with the states of their deliveries, newest first. */
export async function listMessages(
  ports: HistoryPorts,
  request: { readonly organizationId: string; readonly page: PageRequest; readonly filters: MessageFilters },
): Promise<MessagePage> {
  const { organizationId, page, filters } = request;
  const reporter = createReporter(ports.channels, organizationId);
  const isSearch = needsSearch(filters);
  const accepts = async (record: MessageRecord): Promise<boolean> => {
    if (!matchesContent(record.message, filters)) return false;
    if (filters.state === undefined && filters.channelId === undefined) return true;
    const { deliveries } = await reporter(record);
    return deliveries.some((delivery) => matchesDelivery(delivery, filters));
  };
  const query: MessageQuery = {
    organizationId,
    page,
    from: laterOf(filters.from, birthOf(filters.webhookId)),
    to: filters.to,
    webhookId: filters.webhookId,
    onlyFailed: filters.state === 'failed',
    isSearch,
    accepts,
  };
  const { alertId } = filters;
  const { items, next } =
    alertId === undefined ? await ports.messages.listMessages(query) : await messagesOf(ports, { ...query, alertId });
  return {
    items: await Promise.all(items.map(reporter)),
    ...(next === undefined ? {} : { next }),
    ...(isSearch ? { searchedTo: next === undefined ? null : timeOf(next) } : {}),
  };
}

/** Webhooks and failures are found without looking at every message. */
function needsSearch({ text, tag, priority, channelId, state }: MessageFilters): boolean {
  const isAsked = [text, tag, priority, channelId].some((filter) => filter !== undefined);
  return isAsked || (state !== undefined && state !== 'failed');
}

/** The messages of an alert that pass. An alert of another organisation or webhook has none. */
async function messagesOf(
  ports: HistoryPorts,
  query: MessageQuery & { readonly alertId: string },
): Promise<Page<MessageRecord>> {
  const { organizationId, webhookId, alertId, page, isSearch } = query;
  const alert = await ports.alerts.read(organizationId, alertId);
  if (alert === undefined || (webhookId ?? alert.webhookId) !== alert.webhookId) return { items: [] };
  const items: MessageRecord[] = [];
  for (let after = page.after; ;) {
    const asked = { ...(after === undefined ? {} : { after }), limit: page.limit - items.length };
    const { items: ids, next } = await ports.alerts.members(alertId, asked);
    items.push(...(await passing(ports, query, ids)));
    if (next === undefined) return { items };
    // A search may come back with less than a page: it says how far it got.
    if (isSearch === true || items.length === page.limit) return { items, next };
    after = next;
  }
}

async function passing(
  { messages }: HistoryPorts,
  { organizationId, accepts, from = 0, to = Infinity }: MessageQuery,
  ids: readonly string[],
): Promise<MessageRecord[]> {
  const records = await Promise.all(ids.map(async (id) => messages.readMessage(organizationId, id)));
  const inTime = records
    .filter((record) => record !== undefined)
    .filter(({ message: { receivedAt } }) => {
      const at = Date.parse(receivedAt);
      return from <= at && at <= to;
    });
  const accepted = await Promise.all(inTime.map(accepts));
  return inTime.filter((_, index) => accepted[index]);
}

function timeOf(messageId: string): string {
  return new Date(timeOfUlid(ulidOf(messageId))).toISOString();
}

/** Clocks of the functions that make webhooks and messages differ by moments. */
const CLOCK_TOLERANCE_MS = 60_000;

/** Before it, a webhook has no messages: those of others need not be read to know that. */
function birthOf(webhookId: string | undefined): number | undefined {
  if (webhookId === undefined || !isId('webhook', webhookId)) return undefined;
  return timeOfUlid(ulidOf(webhookId)) - CLOCK_TOLERANCE_MS;
}

function laterOf(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined || other === undefined ? (one ?? other) : Math.max(one, other);
}

/** One message with its delivery history, or `undefined` when the organisation has none of this id. */
export async function readMessage(
  ports: HistoryPorts,
  { organizationId, messageId }: { readonly organizationId: string; readonly messageId: string },
): Promise<MessageReport | undefined> {
  const record = await ports.messages.readMessage(organizationId, messageId);
  return record === undefined ? undefined : createReporter(ports.channels, organizationId)(record);
}

function matchesContent({ content }: Message, { text, tag, priority }: MessageFilters): boolean {
  const { title = '', message, tags } = content;
  const words = text?.toLowerCase();
  if (words !== undefined && ![title, message].some((part) => part.toLowerCase().includes(words))) return false;
  if (tag !== undefined && !tags.some((one) => one.toLowerCase() === tag.toLowerCase())) return false;
  return priority === undefined || (content.priority !== undefined && content.priority >= priority);
}

function matchesDelivery(delivery: DeliveryReport, { state, channelId }: MessageFilters): boolean {
  return (state ?? delivery.state) === delivery.state && (channelId ?? delivery.channelId) === delivery.channelId;
}

/** Reports on messages, reading each channel once. */
function createReporter(channels: HistoryPorts['channels'], organizationId: string) {
  const known = new Map<string, Promise<Channel | undefined>>();
  const channelOf = (channelId: string): Promise<Channel | undefined> => {
    const reading = known.get(channelId) ?? channels.readChannel(organizationId, channelId);
    known.set(channelId, reading);
    return reading;
  };
  return async ({ message, deliveries }: MessageRecord): Promise<MessageReport> => {
    const rows = new Map(deliveries.map((delivery) => [delivery.channelId, delivery]));
    // A replay may have changed the routing: what a channel got before stays visible.
    const matched = message.routing.filter((link) => reaches(link) || rows.has(link.channelId));
    const reports = matched.map(async (routing) => {
      const channel = await channelOf(routing.channelId);
      return reportOf({ message, routing, channel, row: rows.get(routing.channelId) });
    });
    const reported = await Promise.all(reports);
    const ignored = reported.flatMap(({ channelId, channelName }) =>
      (rows.get(channelId)?.notes ?? []).map((note) => `${channelName}: ${note}`),
    );
    return { message: { ...message, notes: [...message.notes, ...ignored] }, deliveries: reported };
  };
}

interface Reported {
  readonly message: Message;
  readonly routing: Routing;
  /** Absent: deleted since. */
  readonly channel: Channel | undefined;
  readonly row: Delivery | undefined;
}

function reportOf({ message, routing, channel, row }: Reported): DeliveryReport {
  const { channelId, kind } = routing;
  const channelName = channel?.name ?? '(deleted channel)';
  if (row !== undefined) {
    const { state, nextAttemptAt } = row;
    const attempts = row.attempts.map((attempt) => withResponse(attempt, row));
    const next = nextAttemptAt === undefined ? {} : { nextAttemptAt };
    return { channelId, channelName, kind, state, attempts, ...next };
  }
  if (!isLive(kind)) return { channelId, channelName, kind, state: 'queued', attempts: [] };
  // Streams have no rows: what was routed to an open channel was pushed, what met a closed one never is.
  const paused = isPausedAt(channel?.pauses ?? [], Date.parse(message.receivedAt));
  return { channelId, channelName, kind, state: paused ? 'skipped' : 'delivered', attempts: [] };
}

function withResponse(attempt: Attempt, { firstResponse, lastResponse }: Delivery): ReportedAttempt {
  const answered = [firstResponse, lastResponse].find((response) => response?.at === attempt.at);
  if (answered === undefined) return attempt;
  const { at: _, ...response } = answered;
  return { ...attempt, response };
}
