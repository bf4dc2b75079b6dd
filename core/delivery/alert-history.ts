import { type Alert, alertAt, isOpen } from '../alert/alert.ts';
import { ChannelKind, takesEach } from '../channels/kinds.ts';
import type { ChannelReader } from '../directory/channel-store.ts';
import type { Page, PageRequest } from '../directory/page.ts';
import type { Content } from '../message/content.ts';
import type { PostRow } from './alert-posts.ts';
import type { MessageReader } from './message-history.ts';
import type { MessageRecord } from './message-report.ts';

/** Which alerts to list. */
export interface AlertQuery {
  readonly organizationId: string;
  readonly page: PageRequest;
  /** When they began, epoch milliseconds, both inclusive. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly accepts: (alert: Alert) => boolean;
}

/** Where alerts are found. */
export interface AlertReader {
  /** Alerts that pass `accepts`, those that began last first. The work of one call is bounded: a page may be short. */
  list(query: AlertQuery): Promise<Page<Alert>>;
  read(organizationId: string, alertId: string): Promise<Alert | undefined>;
  /** Whether no other alert of its key followed it. */
  isNewest(alert: Pick<Alert, 'webhookId' | 'key' | 'id'>): Promise<boolean>;
  /** What a channel is shown of an alert. */
  post(alertId: string, channelId: string): Promise<PostRow>;
  /** The ids of an alert's messages, newest first. */
  members(alertId: string, page: PageRequest): Promise<Page<string>>;
  /** How many messages said that it fires. */
  countFiring(alertId: string): Promise<number>;
}

/** An alert with the texts of its newest firing message. */
export interface AlertReport {
  readonly alert: Alert;
  readonly content: Content;
}

/** A channel that shows an alert. */
export interface AlertChannel {
  readonly channelId: string;
  readonly channelName: string;
  readonly kind: ChannelKind;
  /** `pending`: it is still to be told of what is new. */
  readonly state: 'shown' | 'pending' | 'failed';
}

export interface AlertHistoryPorts {
  readonly alerts: AlertReader;
  readonly messages: Pick<MessageReader, 'readMessage'>;
  readonly channels: Pick<ChannelReader, 'readChannel'>;
  readonly now: () => number;
}

/** What to list; absent fields let everything through. `open`: firing or acknowledged. */
export interface AlertFilters {
  readonly status?: Alert['status'] | 'open' | undefined;
  readonly webhookId?: string | undefined;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

/** Lists the alerts of an organisation, those that began last first. */
export async function listAlerts(
  ports: AlertHistoryPorts,
  {
    filters,
    ...request
  }: { readonly organizationId: string; readonly page: PageRequest; readonly filters: AlertFilters },
): Promise<Page<AlertReport>> {
  const { status, webhookId, from, to } = filters;
  const accepts = (stored: Alert) => {
    const alert = alertAt(stored, ports.now());
    const isWanted = status === undefined || (status === 'open' ? isOpen(alert) : alert.status === status);
    return isWanted && (webhookId === undefined || alert.webhookId === webhookId);
  };
  const { items, next } = await ports.alerts.list({ ...request, from, to, accepts });
  const reports = await Promise.all(items.map(async (alert) => (await reportOf(ports, alert)).report));
  return { items: reports, ...(next === undefined ? {} : { next }) };
}

/** One alert with the channels that show it; `undefined` when the organisation has none of this id. */
export async function readAlert(
  ports: AlertHistoryPorts,
  { organizationId, alertId }: { readonly organizationId: string; readonly alertId: string },
): Promise<(AlertReport & { readonly channels: readonly AlertChannel[] }) | undefined> {
  const alert = await ports.alerts.read(organizationId, alertId);
  return alert === undefined ? undefined : withChannels(ports, alert);
}

/** An alert with the channels that show it. */
export async function withChannels(ports: AlertHistoryPorts, alert: Alert) {
  const { report, record } = await reportOf(ports, alert);
  const isNewest = isOpen(alert) || (await ports.alerts.isNewest(alert));
  const channels = alert.followers.map(async (name): Promise<AlertChannel[]> => {
    const [kindName, channelId = ''] = name.split(' ');
    const kind = ChannelKind.parse(kindName);
    const channel = await ports.channels.readChannel(alert.organizationId, channelId);
    const state = takesEach(kind)
      ? machineState(record, { kind, channelId })
      : postState(await ports.alerts.post(alert.id, channelId), { ...alert, isNewest }, ports.now());
    if (state === undefined) return [];
    return [{ channelId, channelName: channel?.name ?? '(deleted channel)', kind, state }];
  });
  return { ...report, channels: (await Promise.all(channels)).flat() };
}

/** The texts of a message that is gone are gone with it: what is left says so. */
const GONE: Content = { message: '', tags: [] };

async function reportOf({ alerts, messages, now }: AlertHistoryPorts, alert: Alert) {
  const record = await messages.readMessage(alert.organizationId, alert.messageId);
  const count = alert.isDoubtful === true ? await alerts.countFiring(alert.id) : alert.count;
  const report: AlertReport = { alert: { ...alertAt(alert, now()), count }, content: record?.message.content ?? GONE };
  return { report, record };
}

/** Nothing new is shown of an alert that another one followed; a channel that never showed it has nothing to do with it. */
function postState(
  { shown, holder, hasFailed }: PostRow,
  { turn, isNewest }: Pick<Alert, 'turn'> & { readonly isNewest: boolean },
  now: number,
): AlertChannel['state'] | undefined {
  if (hasFailed === true) return 'failed';
  if (holder !== undefined && holder.until > now) return 'pending';
  if (!isNewest) return shown === undefined ? undefined : 'shown';
  return (shown?.turn ?? 0) < turn ? 'pending' : 'shown';
}

/** Machines get each message: what became of the newest one says how they stand. */
function machineState(
  record: MessageRecord | undefined,
  { kind, channelId }: Pick<AlertChannel, 'kind' | 'channelId'>,
): AlertChannel['state'] {
  if (kind === 'live-stream') return 'shown';
  const state = record?.deliveries.find((row) => row.channelId === channelId)?.state;
  if (state === 'failed') return 'failed';
  return state === 'queued' || state === 'delivering' || state === 'retrying' ? 'pending' : 'shown';
}
