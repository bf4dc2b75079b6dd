import type { ChannelReader } from '../directory/channel-store.ts';
import { idOf, isId, ulidOf } from '../message/ids.ts';
import type { Page, PageRequest } from '../directory/page.ts';
import { timeOfUlid, ulidTime } from '../message/ulid.ts';
import type { AlertReader } from './alert-history.ts';
import type { DeliveryState } from './delivery.ts';
import type { Message } from './message.ts';
import { createReporter, type DeliveryReport, type MessageRecord, type MessageReport } from './message-report.ts';

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

/** Webhooks are found without looking at every message; failures too, but among those of an alert. */
function needsSearch({ text, tag, priority, channelId, state, alertId }: MessageFilters): boolean {
  const isAsked = [text, tag, priority, channelId].some((filter) => filter !== undefined);
  return isAsked || (state !== undefined && (state !== 'failed' || alertId !== undefined));
}

/** The messages of an alert that pass. An alert of another organisation or webhook has none. */
async function messagesOf(
  ports: HistoryPorts,
  query: MessageQuery & { readonly alertId: string },
): Promise<Page<MessageRecord>> {
  const { organizationId, webhookId, alertId, page, isSearch, from = 0 } = query;
  const alert = await ports.alerts.read(organizationId, alertId);
  if (alert === undefined || (webhookId ?? alert.webhookId) !== alert.webhookId) return { items: [] };
  const items: MessageRecord[] = [];
  for (let after = startOf(query); ;) {
    const asked = { ...(after === undefined ? {} : { after }), limit: page.limit - items.length };
    const { items: ids, next } = await ports.alerts.members(alertId, asked);
    items.push(...(await passing(ports, query, ids)));
    if (next === undefined || timeOfUlid(ulidOf(next)) < from - CLOCK_TOLERANCE_MS) return { items };
    // A search may come back with less than a page: it says how far it got.
    if (isSearch === true || items.length === page.limit) return { items, next };
    after = next;
  }
}

/** Where a list begins: no message that is younger than asked for need be read. */
function startOf({ page: { after }, to }: MessageQuery): string | undefined {
  if (to === undefined) return after;
  const youngest = idOf('message', ulidTime(to + CLOCK_TOLERANCE_MS) + LAST_OF_ITS_TIME);
  return after === undefined || after > youngest ? youngest : after;
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

/** The random part of the last id of a millisecond. */
const LAST_OF_ITS_TIME = 'Z'.repeat(16);

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
