import { subscriptionPageOf } from '../channels/web-push.ts';
import type { View } from './audit.ts';
import { shownConfig } from './channel-config.ts';
import type { Channel } from './channel.ts';
import type { Invitation } from './person.ts';
import type { Token } from './token.ts';
import type { Link } from './link.ts';
import type { Webhook } from './webhook.ts';

/** A webhook as the audit log shows it. */
export function webhookFacts({ links, ...facts }: Webhook): View {
  return { ...facts, channels: links.map(linkFacts) };
}

function linkFacts({ channelId, enabled, filter, answers = false }: Link): View {
  return { channelId, enabled, filter, answers };
}

/** A channel as the audit log shows it: the secrets of its config are masked, its browsers counted. */
export function channelFacts(channel: Channel): View {
  return { ...channel, config: shownConfig(channel), ...pushFacts(channel) };
}

function pushFacts(channel: Channel): View {
  const page = subscriptionPageOf(channel);
  if (page === undefined) return {};
  return { pushUrl: page.pageSecret, subscriptions: Object.keys(page.subscriptions).length };
}

/** A token as the audit log shows it. */
export function tokenFacts({ maker, expiresAt, ...facts }: Token): View {
  return { ...facts, createdBy: maker, expiresAt: timeOf(expiresAt) };
}

/** An invitation as the audit log shows it. */
export function invitationFacts({ expiresAt, ...facts }: Invitation): View {
  return { ...facts, expiresAt: timeOf(expiresAt) };
}

/** @param seconds of the epoch */
function timeOf(seconds: number | undefined): string | undefined {
  return seconds === undefined ? undefined : new Date(seconds * 1000).toISOString();
}
