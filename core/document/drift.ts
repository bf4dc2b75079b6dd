import { createHash } from 'node:crypto';
import type { Channel } from '../directory/channel.ts';
import type { Managed } from '../directory/managed.ts';
import type { Webhook } from '../directory/webhook.ts';
import { canonicalText } from './canonical.ts';
import { channelEntryOf, webhookEntryOf } from './entries.ts';

/** What a thing was when its owner made it, in few bytes. Secrets do not count: a digest of one could be guessed. */
export function digestOf(value: unknown): string {
  return createHash('sha256').update(canonicalText(value)).digest('hex');
}

/** The digest of a channel as it is. */
export function channelDigest(channel: Channel): string {
  return digestOf(channelEntryOf(channel, () => null));
}

/** The digest of a webhook as it is. */
export function webhookDigest(webhook: Webhook): string {
  return digestOf(webhookEntryOf(webhook, (channelId) => channelId));
}

/** Whether a channel was changed by hand since a document or a stack made it. */
export function isChannelDrifted(channel: Channel): boolean {
  return hasDrifted(channel, () => channelDigest(channel));
}

/** Whether a webhook was changed by hand since a document or a stack made it. */
export function isWebhookDrifted(webhook: Webhook): boolean {
  return hasDrifted(webhook, () => webhookDigest(webhook));
}

function hasDrifted({ managedBy, applied }: Managed, digest: () => string): boolean {
  return managedBy !== undefined && applied !== undefined && applied !== digest();
}
