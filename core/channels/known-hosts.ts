import type { ChannelKind } from './kinds.ts';

/**
 * Hosts that clearly belong to one vendor, and names below them. They only serve to tell an operator about a mix-up: no
 * kind requires a host from this list, because vendors move hosts and self-hosters have their own.
 */
const VENDORS: readonly (readonly [host: string, kind: ChannelKind])[] = [
  ['hooks.slack.com', 'slack'],
  ['hooks.slack-gov.com', 'slack'],
  ['discord.com', 'discord'],
  ['discordapp.com', 'discord'],
  ['webhook.office.com', 'teams'],
  ['logic.azure.com', 'teams'],
  ['environment.api.powerplatform.com', 'teams'],
  ['chat.googleapis.com', 'google-chat'],
  ['zulipchat.com', 'zulip'],
  ['api.telegram.org', 'telegram'],
  ['graph.facebook.com', 'whatsapp'],
  ['api.twilio.com', 'twilio'],
  ['ntfy.sh', 'ntfy'],
  ['api.pushover.net', 'pushover'],
  ['events.pagerduty.com', 'pagerduty'],
  ['events.eu.pagerduty.com', 'pagerduty'],
];

/** The kind of channel that an address is for, if its host leaves no doubt. */
export function kindOfAddress(address: string): ChannelKind | undefined {
  const host = URL.parse(address)?.hostname ?? '';
  return VENDORS.find(([known]) => host === known || host.endsWith(`.${known}`))?.[1];
}
