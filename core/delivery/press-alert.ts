import { type Alert, followerOf } from '../alert/alert.ts';
import type { AlertPress } from '../alert/alert-press.ts';
import { changeAlert, type ChangeAlertPorts } from './change-alert.ts';

/** What was pressed longer ago must not undo what has happened since. */
const LIFETIME_MS = 5 * 60_000;

/**
 * Acknowledges or resolves an alert by a press in a channel, if the channel shows the alert and its people may still
 * answer there. One that is so already stays as it is.
 *
 * @throws when it could not be written: then the queue brings the press back
 */
export async function pressAlert(ports: ChangeAlertPorts, press: AlertPress): Promise<void> {
  const { organizationId, alertId, channelId, status, name, at } = press;
  if (ports.now() - at > LIFETIME_MS) return;
  const alert = await ports.alerts.read(organizationId, alertId);
  if (alert === undefined || !(await mayPress(ports, alert, channelId))) return;
  const by = { type: 'channel', id: channelId, ...(name === undefined ? {} : { name }) } as const;
  const changed = await changeAlert(ports, alert, { status, by });
  if (changed === undefined) throw new Error(`The alert ${alertId} is changed too often to be ${status} now.`);
}

async function mayPress(
  { webhooks }: Pick<ChangeAlertPorts, 'webhooks'>,
  { organizationId, webhookId, followers }: Alert,
  channelId: string,
): Promise<boolean> {
  const webhook = await webhooks.readWebhook(organizationId, webhookId);
  const link = webhook?.links.find((one) => one.channelId === channelId);
  return link?.enabled === true && link.answers === true && followers.includes(followerOf(link));
}
