import * as z from 'zod/mini';
import type { View } from './audit.ts';
import { shownConfig } from './channel-config.ts';
import type { Channel } from './channel.ts';
import type { Invitation } from './person.ts';
import type { Token } from './token.ts';
import type { Webhook } from './webhook.ts';

/** What is shown of the browsers of a web push channel. Their keys are not checked again: that takes long. */
const PushFacts = z.object({ pageSecret: z.string(), subscriptions: z.record(z.string(), z.unknown()) });

/** A webhook as the audit log shows it. */
export function webhookFacts({ links, ...facts }: Webhook): View {
  return { ...facts, channels: links.map(({ channelId, enabled, filter }) => ({ channelId, enabled, filter })) };
}

/** A channel as the audit log shows it: the secrets of its config are masked, its browsers counted. */
export function channelFacts(channel: Channel): View {
  return { ...channel, config: shownConfig(channel), ...pushFacts(channel) };
}

function pushFacts({ kind, config }: Channel): View {
  if (kind !== 'web-push') return {};
  const { pageSecret, subscriptions } = PushFacts.parse(config);
  return { pushUrl: pageSecret, subscriptions: Object.keys(subscriptions).length };
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
