import { type Alert, isOpen } from '../alert/alert.ts';
import type { AlertReader } from './alert-history.ts';
import { changeAlert, type ChangeAlertPorts } from './change-alert.ts';
import type { AlertsEnd, Announce } from './due-job.ts';

export interface EndAlertsPorts extends ChangeAlertPorts {
  readonly alerts: ChangeAlertPorts['alerts'] & Pick<AlertReader, 'list'>;
  readonly announce: Announce;
}

/** Alerts that one run looks at, and how many of them it ends side by side. */
const PAGE = 100;
const LANES = 10;

/** A change of a webhook that was announced is made within this time, or never. */
const CHANGE_MS = 60_000;
const LOOK_AGAIN_SECONDS = 1;

/**
 * Has the alerts of a webhook ended which is about to hear no more of them. Asked before the webhook changes: whoever
 * changes it may come to nothing right after that.
 *
 * @throws when the queue does not take it: then the webhook must stay as it is
 */
export async function askToEndAlerts(
  { announce, now }: Pick<EndAlertsPorts, 'announce' | 'now'>,
  { organizationId, id }: { readonly organizationId: string; readonly id: string },
): Promise<void> {
  await announced(announce, { due: 'alerts-end', organizationId, webhookId: id, askedAt: now() }, LOOK_AGAIN_SECONDS);
}

/**
 * Resolves what is open of a webhook that hears no more of it, a page of the organisation's alerts each time. Does
 * nothing while the webhook still groups its messages, and gives up when the change that was announced does not come.
 */
export async function endAlerts(ports: EndAlertsPorts, job: AlertsEnd): Promise<void> {
  const { announce, alerts, webhooks, now } = ports;
  const { organizationId, webhookId, askedAt, after } = job;
  const webhook = await webhooks.readWebhook(organizationId, webhookId);
  if (webhook?.lifecycle !== undefined) {
    if (now() - askedAt < CHANGE_MS) await announced(announce, job, LOOK_AGAIN_SECONDS);
    return;
  }
  const page = { limit: PAGE, ...(after === undefined ? {} : { after }) };
  const accepts = (alert: Alert) => alert.webhookId === webhookId && isOpen(alert);
  const { items, next } = await alerts.list({ organizationId, page, accepts });
  for (let start = 0; start < items.length; start += LANES) {
    await Promise.all(items.slice(start, start + LANES).map(async (alert) => resolve(ports, alert)));
  }
  if (next !== undefined) await announced(announce, { ...job, after: next }, 0);
}

async function resolve(ports: EndAlertsPorts, alert: Alert): Promise<void> {
  const ended = await changeAlert(ports, alert, { status: 'resolved', by: { type: 'system' } });
  if (ended === undefined) throw new Error(`The alert ${alert.id} is changed too often to be ended now.`);
}

async function announced(announce: Announce, job: AlertsEnd, delaySeconds: number): Promise<void> {
  const left = await announce([job], delaySeconds);
  if (left.length > 0) throw new Error('The queue did not take the end of alerts.');
}
