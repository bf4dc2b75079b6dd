import { type Alert, endOf, isOpen } from '../alert/alert.ts';
import { type Change, effectOn, written } from '../alert/change.ts';
import { type HistoryPorts, listMessages } from '../delivery/message-history.ts';
import type { Message } from '../delivery/message.ts';
import type { Webhook } from '../directory/webhook.ts';
import type { Content } from '../message/content.ts';
import type { BodyReader } from '../message/payload.ts';
import type { Lifecycle } from '../notification/lifecycle.ts';
import type { Reported } from '../notification/presets/preset.ts';
import { readReport } from '../notification/read-report.ts';
import { storedSubject } from './route.ts';

/** How many of the newest messages a lifecycle is tried on. */
export const TRIED_MESSAGES = 100;

/** A trial ends after this long, with the messages it has read by then: templates may be slow. */
const PATIENCE_MS = 2000;

export interface PreviewPorts extends HistoryPorts {
  readonly bodies: BodyReader;
  readonly now: () => number;
}

/** A lifecycle that is not saved yet, and the webhook it is for. */
interface Trial {
  readonly webhook: Pick<Webhook, 'id' | 'name' | 'organizationId' | 'preset'>;
  readonly lifecycle: Lifecycle;
}

/** An alert, and what the message says that it names. */
interface Found {
  readonly alert: Alert;
  readonly content: Content;
}

/** What the newest messages of a webhook would have been. */
export interface AlertsPreview {
  /** Messages that were looked at. */
  readonly messages: number;
  /** Those that would have stayed ordinary messages. */
  readonly withoutKey: number;
  /** Those that would have gone nowhere: they end or take what no alert says. */
  readonly withoutEffect: number;
  /** The newest first. */
  readonly alerts: readonly Found[];
  /** What went wrong, each once. */
  readonly notes: readonly string[];
}

interface ReadMessage {
  readonly message: Message;
  readonly reported?: Reported;
  readonly notes: readonly string[];
}

/**
 * Says which alerts the newest messages of a webhook would have been with a lifecycle, by the rules of a send. Request
 * headers are not stored, so what stands in them alone is not known here. Stores nothing.
 *
 * @see contract section 7
 */
export async function previewAlerts(ports: PreviewPorts, trial: Trial): Promise<AlertsPreview> {
  const end = ports.now() + PATIENCE_MS;
  const { organizationId, id: webhookId } = trial.webhook;
  const page = { limit: TRIED_MESSAGES };
  const { items } = await listMessages(ports, { organizationId, page, filters: { webhookId } });
  const sent = items.map(({ message }) => message).filter(({ origin }) => origin !== 'system');
  const read: ReadMessage[] = [];
  for (const message of sent) {
    if (ports.now() >= end) break;
    read.push(await readAgain(ports.bodies, trial, message));
  }
  // As they came.
  return grouped(read.toReversed(), trial, ports.now());
}

async function readAgain(bodies: BodyReader, { webhook, lifecycle }: Trial, message: Message): Promise<ReadMessage> {
  const { content, format } = message;
  const { payload } = await storedSubject(message, bodies);
  const notification = { content, format, payload, payloadText: '', notes: [] };
  const report = await readReport({ lifecycle, preset: webhook.preset, notification, headers: {} });
  return { message, ...report };
}

function grouped(read: readonly ReadMessage[], trial: Trial, now: number): AlertsPreview {
  const heads = new Map<string, Found>();
  const alerts = new Map<string, Found>();
  let withoutEffect = 0;
  for (const { message, reported } of read) {
    if (reported === undefined) continue;
    const change = changeOf(trial, message, reported);
    const { alert, content } = heads.get(change.key) ?? { alert: undefined, content: message.content };
    const before = ended(alert, change.now);
    const effect = effectOn(before, change);
    const after = effect === undefined ? before : written(before, { change, effect, seen: before });
    if (effect === undefined) withoutEffect += 1;
    if (before !== undefined) alerts.set(before.id, { alert: before, content });
    if (after === undefined) continue;
    const found = { alert: after, content: after.messageId === message.id ? message.content : content };
    heads.set(change.key, found);
    alerts.set(after.id, found);
  }
  return {
    messages: read.length,
    withoutKey: read.filter(({ reported }) => reported === undefined).length,
    withoutEffect,
    alerts: [...alerts.values()].toReversed().map(({ alert, content }) => ({ alert: ended(alert, now), content })),
    notes: [...new Set(read.flatMap(({ notes }) => notes))],
  };
}

function changeOf({ webhook, lifecycle }: Trial, message: Message, reported: Reported): Change {
  const now = Date.parse(message.receivedAt);
  return {
    organizationId: webhook.organizationId,
    webhookId: webhook.id,
    webhookName: webhook.name,
    key: reported.key,
    status: reported.status,
    messageId: message.id,
    now,
    at: Math.min(reported.at ?? now, now),
    by: { type: 'sender' },
    priority: message.content.priority,
    matched: [],
    hops: [],
    autoResolveSeconds: lifecycle.autoResolveSeconds,
  };
}

/** The alert as it is by `now`: one that nobody says fires is over after some time. */
function ended<A extends Alert | undefined>(alert: A, now: number): A | Alert {
  if (alert === undefined || !isOpen(alert) || endOf(alert) > now) return alert;
  const at = endOf(alert);
  return { ...alert, status: 'resolved', newestAt: at, resolved: { at, by: { type: 'system' }, messageId: '' } };
}
