import type { AuditEntry } from '../api/types.ts';

/** Where "webhook.created" as "Webhook created" would not say it. */
const phrases: Readonly<Record<string, string>> = {
  'channel.browser-subscribed': 'Browser subscribed',
  'channel.browser-unsubscribed': 'Browser unsubscribed',
  'channel.disabled': 'Channel switched off by the router',
  'channel.push-url-regenerated': 'Subscription page moved',
  'channel.stream-id-regenerated': 'Stream URL regenerated',
  'member.changed': 'Role of a member changed',
  'message.delivery-retried': 'Delivery retried by hand',
  'organization.document-applied': 'Document applied',
  'quota.warned': 'Warned of the quota',
  'suppression.created': 'Email address gets no mail any more',
  'suppression.deleted': 'Email address delivered to again',
  'webhook.channel-linked': 'Link of a channel saved',
  'webhook.channel-unlinked': 'Channel unlinked',
  'webhook.key-regenerated': 'API key regenerated',
  'webhook.url-regenerated': 'Endpoint URL regenerated',
};

/** What was done, in words. */
export function actionOf({ action }: AuditEntry): string {
  const words = phrases[action] ?? action.replaceAll(/[.-]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Who did it, in words. */
export function actorOf({ actor }: AuditEntry): string {
  if (actor.type === 'system') return 'The router itself';
  if (actor.type === 'anonymous') return 'Somebody with the address';
  const name = actor.name ?? actor.id ?? 'unknown';
  return actor.type === 'token' ? `Token ${name}` : name;
}

/** What it was done to, by the name it got or had, if the change was about its name. */
export function targetNameOf({ before, after }: AuditEntry): string | undefined {
  const name = after?.['name'] ?? before?.['name'];
  return typeof name === 'string' ? name : undefined;
}

const pages: Readonly<Record<string, string>> = {
  al: 'alerts',
  ask: 'asks',
  ch: 'channels',
  msg: 'messages',
  wh: 'webhooks',
};

/** The page of what was changed, within the organization, if it has one and is still there. */
export function targetPathOf({ action, target }: AuditEntry): string | undefined {
  const page = pages[target.split('_', 1)[0] ?? ''];
  return page === undefined || action.endsWith('.deleted') ? undefined : `${page}/${target}`;
}
