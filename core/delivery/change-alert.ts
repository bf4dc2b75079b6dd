import { type Alert, followerOf, markOf } from '../alert/alert.ts';
import type { AlertHeads } from '../alert/apply-change.ts';
import { type Change, effectOn, written } from '../alert/change.ts';
import { nameOfActor } from '../ask/outcome.ts';
import { ChannelKind } from '../channels/kinds.ts';
import type { WebhookReader } from '../directory/webhook-store.ts';
import type { AlertActor, AlertStatus } from '../message/alert-mark.ts';
import { idOf } from '../message/ids.ts';
import { type Enqueue, jobsOf } from './job.ts';
import { MESSAGE_LIFETIME_SECONDS, type Message, type Routing } from './message.ts';

/** What changing an alert without a sender needs. */
export interface ChangeAlertPorts {
  readonly heads: AlertHeads;
  readonly alerts: { read(organizationId: string, alertId: string): Promise<Alert | undefined> };
  readonly webhooks: Pick<WebhookReader, 'readWebhook'>;
  /** Reads a message's texts. */
  readonly messages: { readMessage(organizationId: string, messageId: string): Promise<Message | undefined> };
  readonly outbox: { store(message: Message): Promise<void> };
  readonly jobs: { readonly enqueue: Enqueue };
  readonly now: () => number;
  readonly newUlid: () => string;
  readonly pause: (tries: number) => Promise<void>;
}

/** A change that no sender makes. */
export interface OwnChange {
  readonly status: AlertStatus;
  readonly by: AlertActor;
  /** Of an acknowledgement: when it runs out, epoch milliseconds. */
  readonly until?: number | undefined;
  /** Only while nothing new was said since it was read. */
  readonly isTimed?: true;
}

const MAX_TRIES = 8;

/**
 * Changes an alert by hand or by time, and tells every channel that shows it, by a message of the system.
 *
 * @returns the alert as it is then; as it was, when it is so already or somebody else was faster. `undefined`: it could
 *   not be written
 */
export async function changeAlert(ports: ChangeAlertPorts, seen: Alert, wanted: OwnChange): Promise<Alert | undefined> {
  const messageId = idOf('message', ports.newUlid());
  let alert = seen;
  for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
    const change = changeOf(ports, alert, { ...wanted, messageId });
    const effect = wanted.status === 'firing' ? 'lapse' : effectOn(alert, change);
    if (effect === undefined) return alert;
    const isExact = effect === 'lapse' || wanted.isTimed === true;
    const step = { change, effect, ...(isExact ? { seen: alert } : {}) };
    const result = await ports.heads.write(step);
    if (result.kind === 'written') {
      const after = written(result.before, step);
      await tellChange(ports, after, change);
      return after;
    }
    if (result.kind !== 'refused') await ports.pause(tries);
    const found = result.kind === 'refused' ? result.found : await ports.heads.read(seen);
    if (found?.id !== seen.id) return ports.alerts.read(seen.organizationId, seen.id);
    if (isExact) return found;
    if (found.resolved?.messageId === messageId || found.acknowledged?.messageId === messageId) {
      await tellChange(ports, found, change);
      return found;
    }
    alert = found;
  }
  return undefined;
}

function changeOf({ now }: ChangeAlertPorts, alert: Alert, own: OwnChange & { readonly messageId: string }): Change {
  const { organizationId, webhookId, webhookName, key, newestAt, hops, originId } = alert;
  const { status, by, until, messageId } = own;
  const at = now();
  // Clocks differ: what is done by hand is never late.
  const change = { status, by, until, messageId, now: at, at: Math.max(at, newestAt) };
  return { organizationId, webhookId, webhookName, key, ...change, matched: [], hops, originId };
}

/** Stores the message that tells of a change and sends it to every channel that shows the alert. */
export async function tellChange(
  ports: ChangeAlertPorts,
  alert: Alert,
  change: Pick<Change, 'status' | 'by' | 'messageId' | 'now'>,
): Promise<void> {
  const newest = await ports.messages.readMessage(alert.organizationId, alert.messageId);
  const message = messageOf({
    alert,
    change,
    routing: await routingTo(ports, alert),
    content: newest?.content,
  });
  await ports.outbox.store(message);
  // What the queue does not take is found by the reconciling sweep.
  await ports.jobs.enqueue(jobsOf(message), 0);
}

/** The channels that show an alert and are still linked. All of them, when the webhook was deleted. */
async function routingTo({ webhooks }: ChangeAlertPorts, alert: Alert): Promise<Routing[]> {
  const { organizationId, webhookId, followers } = alert;
  const webhook = await webhooks.readWebhook(organizationId, webhookId);
  const isOn = new Map(webhook?.links.map((link) => [followerOf(link), link.enabled]));
  return followers
    .filter((name) => webhook === undefined || isOn.get(name) === true)
    .map((name) => {
      const [kind, channelId = ''] = name.split(' ');
      return { channelId, kind: ChannelKind.parse(kind), matched: true, reason: 'shows the alert' };
    });
}

interface Telling {
  readonly alert: Alert;
  readonly change: Pick<Change, 'status' | 'by' | 'messageId' | 'now'>;
  readonly routing: Routing[];
  /** Of the newest message that said it fires; absent: it is gone. */
  readonly content: Message['content'] | undefined;
}

function messageOf({ alert, change, routing, content }: Telling): Message {
  const { status, by, messageId, now } = change;
  const { organizationId, webhookId, webhookName, hops, originId, turn } = alert;
  const mark = markOf(alert);
  const payload = { event: `alert.${status}`, alert: mark, by };
  return {
    id: messageId,
    organizationId,
    webhookId,
    webhookName,
    content: { tags: [], ...content, message: words(status, by) },
    format: 'json',
    receivedAt: new Date(now).toISOString(),
    payload: { text: JSON.stringify(payload) },
    routing,
    notes: [],
    hops,
    ...(originId === undefined ? {} : { originId }),
    alert: { ...mark, said: status, turn },
    origin: 'system',
    expiresAt: Math.floor(now / 1000) + MESSAGE_LIFETIME_SECONDS,
  };
}

/** A change by the sender is told here only where what it said could not be stored. */
function words(status: AlertStatus, by: AlertActor): string {
  if (status !== 'firing') return `${status === 'resolved' ? 'Resolved' : 'Acknowledged'} by ${nameOfActor(by)}`;
  return by.type === 'sender' ? 'It fires; the message that said so was lost' : 'The acknowledgement has run out';
}
