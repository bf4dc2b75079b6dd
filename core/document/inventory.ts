import type { Channel } from '../directory/channel.ts';
import type { ChannelReader } from '../directory/channel-store.ts';
import type { Page, PageRequest } from '../directory/page.ts';
import type { Webhook } from '../directory/webhook.ts';
import type { WebhookReader } from '../directory/webhook-store.ts';

/** Everything of an organisation that documents can name. */
export interface Inventory {
  readonly channels: readonly Channel[];
  readonly webhooks: readonly Webhook[];
  /** By slug. */
  readonly channelAt: ReadonlyMap<string, Channel>;
  /** By slug. */
  readonly webhookAt: ReadonlyMap<string, Webhook>;
  /** What a document calls a channel; its id if it has no slug yet. */
  readonly slugOf: (channelId: string) => string;
}

/** Reads all webhooks and channels of an organisation, the oldest first. */
export async function readInventory(
  store: Pick<WebhookReader, 'listWebhooks'> & Pick<ChannelReader, 'listChannels'>,
  organizationId: string,
): Promise<Inventory> {
  const [channels, webhooks] = await Promise.all([
    readAll((page) => store.listChannels(organizationId, page)),
    readAll((page) => store.listWebhooks(organizationId, page)),
  ]);
  const slugs = new Map(channels.map(({ id, slug }) => [id, slug]));
  return {
    channels,
    webhooks,
    channelAt: bySlug(channels),
    webhookAt: bySlug(webhooks),
    slugOf: (channelId) => slugs.get(channelId) ?? channelId,
  };
}

async function readAll<T>(list: (page: PageRequest) => Promise<Page<T>>): Promise<T[]> {
  const all: T[] = [];
  let after: string | undefined;
  do {
    const page = await list({ limit: 100, ...(after === undefined ? {} : { after }) });
    all.push(...page.items);
    after = page.next;
  } while (after !== undefined);
  return all.toReversed();
}

function bySlug<T extends { readonly slug?: string }>(things: readonly T[]): ReadonlyMap<string, T> {
  return new Map(things.flatMap((thing) => (thing.slug === undefined ? [] : [[thing.slug, thing]])));
}
