import type { ConfigurableKind } from '../channels/channel-kind.ts';
import { mapSecrets } from '../channels/config-secrets.ts';
import { channelKinds } from '../channels/registry.ts';
import { updatesOf } from '../channels/updates.ts';
import type { Channel } from '../directory/channel.ts';
import type { Link } from '../directory/link.ts';
import type { Webhook } from '../directory/webhook.ts';
import type { ChannelEntry, LinkEntry, WebhookEntry } from './document.ts';
import { secretPlaces } from './secret-places.ts';

/** What an entry shows in place of a secret. */
export type ShowSecret = (secret: string, keys: readonly string[]) => unknown;

/** A stored channel as a document writes it: what is as usual is left out. */
export function channelEntryOf(channel: Channel, show: ShowSecret): ChannelEntry {
  const { kind, name, enabled, retrySchedule, notifyOnProblems, updates } = channel;
  return {
    kind,
    name,
    ...(enabled ? {} : { enabled }),
    config: mapSecrets(documentedConfig(channel), secretPlaces(channelKinds[kind]), show),
    ...(retrySchedule === undefined ? {} : { retrySchedule }),
    ...(notifyOnProblems === true ? { notifyOnProblems } : {}),
    ...(updates === undefined || updates === updatesOf({ kind }) ? {} : { updates }),
  };
}

/** Without the secrets that the router made itself. */
function documentedConfig({ kind, config, givenSecrets = [] }: Channel): Record<string, unknown> {
  const { internal, makes } = channelKinds[kind];
  const isHidden = (field: string) =>
    internal.includes(field) || (makes.includes(field) && !givenSecrets.includes(field));
  return Object.fromEntries(Object.entries(config).filter(([field]) => !isHidden(field)));
}

/** The secrets that the router makes for a kind, and that this config leaves to it. */
export function leftOut({ makes }: ConfigurableKind, config: Readonly<Record<string, unknown>>): string[] {
  return makes.filter((field) => !Object.hasOwn(config, field));
}

/** A stored webhook as a document writes it, with its links by what `slugOf` calls the channel. */
export function webhookEntryOf(webhook: Webhook, slugOf: (channelId: string) => string): WebhookEntry {
  const { name, enabled, requireApiKey, preset, templates, lifecycle, links } = webhook;
  return {
    name,
    ...(enabled ? {} : { enabled }),
    ...(requireApiKey ? { requireApiKey } : {}),
    ...(preset === undefined ? {} : { preset }),
    ...(templates === undefined ? {} : { templates }),
    ...(lifecycle === undefined ? {} : { lifecycle }),
    ...(links.length === 0 ? {} : { links: Object.fromEntries(sorted(links.map(linkOf(slugOf)))) }),
  };
}

const linkOf =
  (slugOf: (channelId: string) => string) =>
  ({ channelId, ...link }: Link): [string, LinkEntry] => [slugOf(channelId), linkEntryOf(link)];

/** A stored link as a document writes it. */
export function linkEntryOf({ enabled, filter, answers }: Omit<Link, 'channelId' | 'kind'>): LinkEntry {
  return {
    ...(enabled ? {} : { enabled }),
    ...(filter === null ? {} : { filter }),
    ...(answers === true ? { answers } : {}),
  };
}

/** Entries by their names. */
export function sorted<T>(entries: readonly (readonly [string, T])[]): (readonly [string, T])[] {
  return entries.toSorted(([a], [b]) => (a < b ? -1 : 1));
}
