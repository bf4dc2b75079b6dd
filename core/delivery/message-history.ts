import { isLive } from '../channels/kinds.ts';
import type { ChannelReader } from '../directory/channel-store.ts';
import type { Channel } from '../directory/channel.ts';
import type { Page, PageRequest } from '../directory/page.ts';
import { isPausedAt } from '../live/pause.ts';
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
  /** Messages that pass `accepts`, newest first. The work of one call is bounded, so a page may be short or empty. */
  listMessages(query: MessageQuery): Promise<Page<MessageRecord>>;
}

export interface MessageQuery {
  readonly organizationId: string;
  readonly page: PageRequest;
  /** Epoch milliseconds, both inclusive. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  /** Only messages with a failed delivery are asked for. `accepts` decides all the same. */
  readonly onlyFailed?: boolean;
  readonly accepts: (record: MessageRecord) => Promise<boolean>;
}

/** One channel of a message and how its delivery went, as operators see it. */
interface DeliveryReport {
  readonly channelId: string;
  readonly channelName: string;
  readonly kind: Channel['kind'];
  readonly state: DeliveryState;
  readonly attempts: readonly Attempt[];
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
  readonly alertId?: string | undefined;
}

/** Lists the messages of an organisation with the states of their deliveries, newest first. */
export async function listMessages(
  ports: HistoryPorts,
  request: { readonly organizationId: string; readonly page: PageRequest; readonly filters: MessageFilters },
): Promise<Page<MessageReport>> {
  const { organizationId, page, filters } = request;
  const reporter = createReporter(ports.channels, organizationId);
  const accepts = async (record: MessageRecord): Promise<boolean> => {
    if (!matchesText(record.message, filters)) return false;
    if (filters.state === undefined) return true;
    const { deliveries } = await reporter(record);
    return deliveries.some(({ state }) => state === filters.state);
  };
  const { from, to, alertId } = filters;
  const onlyFailed = filters.state === 'failed';
  const { items, next } =
    alertId === undefined
      ? await ports.messages.listMessages({ organizationId, page, from, to, onlyFailed, accepts })
      : await messagesOf(ports, { organizationId, page, alertId, accepts });
  return { items: await Promise.all(items.map(reporter)), ...(next === undefined ? {} : { next }) };
}

/** The messages of an alert that pass. An alert of another organisation has none. */
async function messagesOf(
  ports: HistoryPorts,
  {
    organizationId,
    page,
    alertId,
    accepts,
  }: Pick<MessageQuery, 'organizationId' | 'page' | 'accepts'> & { readonly alertId: string },
): Promise<Page<MessageRecord>> {
  if ((await ports.alerts.read(organizationId, alertId)) === undefined) return { items: [] };
  const { items: ids, next } = await ports.alerts.members(alertId, page);
  const records = await Promise.all(ids.map(async (id) => ports.messages.readMessage(organizationId, id)));
  const there = records.filter((record) => record !== undefined);
  const accepted = await Promise.all(there.map(accepts));
  return { items: there.filter((_, index) => accepted[index]), ...(next === undefined ? {} : { next }) };
}

/** One message with its delivery history, or `undefined` when the organisation has none of this id. */
export async function readMessage(
  ports: HistoryPorts,
  { organizationId, messageId }: { readonly organizationId: string; readonly messageId: string },
): Promise<MessageReport | undefined> {
  const record = await ports.messages.readMessage(organizationId, messageId);
  return record === undefined ? undefined : createReporter(ports.channels, organizationId)(record);
}

function matchesText({ webhookId, content }: Message, filters: MessageFilters): boolean {
  const { title = '', message } = content;
  if (filters.webhookId !== undefined && filters.webhookId !== webhookId) return false;
  const text = filters.text?.toLowerCase();
  return text === undefined || title.toLowerCase().includes(text) || message.toLowerCase().includes(text);
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
    return { message, deliveries: await Promise.all(reports) };
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
    const { state, attempts, nextAttemptAt } = row;
    const next = nextAttemptAt === undefined ? {} : { nextAttemptAt };
    return { channelId, channelName, kind, state, attempts, ...next };
  }
  if (!isLive(kind)) return { channelId, channelName, kind, state: 'queued', attempts: [] };
  // Streams have no rows: what was routed to an open channel was pushed, what met a closed one never is.
  const paused = isPausedAt(channel?.pauses ?? [], Date.parse(message.receivedAt));
  return { channelId, channelName, kind, state: paused ? 'skipped' : 'delivered', attempts: [] };
}
