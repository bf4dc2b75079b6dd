import { type Act, stepOf } from '../directory/audit.ts';
import { updateChannel } from '../directory/channels.ts';
import { type ChangeResult, done } from '../directory/change-result.ts';
import type { Managed } from '../directory/managed.ts';
import { newSlug } from '../directory/slug.ts';
import { updateWebhook } from '../directory/webhooks.ts';
import { type ChannelEntry, type ConfigDocument, DOCUMENT_VERSION } from './document.ts';
import { channelEntryOf, sorted, webhookEntryOf } from './entries.ts';
import { type Inventory, readInventory } from './inventory.ts';
import type { DocumentPorts } from './plan.ts';
import { createSecretNames } from './secret-names.ts';

/** A document with the names of the secrets that applying it elsewhere needs. */
export interface Exported {
  readonly document: ConfigDocument;
  readonly secretsNeeded: readonly string[];
}

interface Target {
  readonly organizationId: string;
  readonly act: Act;
}

const MAX_ROUNDS = 4;

/**
 * The organisation as a document, without what stacks manage. What has no slug gets one, which is stored: a name may
 * change before the document is applied, and the document must still mean the same thing.
 */
export async function exportDocument(ports: DocumentPorts, target: Target): Promise<ChangeResult<Exported>> {
  for (let round = 1; round <= MAX_ROUNDS; round += 1) {
    const inventory = await readInventory(ports.store, target.organizationId);
    if (isNamed(inventory)) return done(exported(inventory));
    await nameAll(ports, target, inventory);
  }
  return { kind: 'busy' };
}

function isNamed({ channels, webhooks }: Inventory): boolean {
  return [...channels, ...webhooks].every(({ slug }) => slug !== undefined);
}

/** A slug that somebody else takes meanwhile is refused, and the next round finds another. */
async function nameAll(ports: DocumentPorts, { organizationId, act }: Target, inventory: Inventory): Promise<void> {
  const actOf = (action: 'channel.changed' | 'webhook.changed') => stepOf(act, action, 'a document names it');
  const channelSlugs = new Set(inventory.channelAt.keys());
  for (const { id: channelId, kind, name } of inventory.channels.filter(isNameless)) {
    const slug = newSlug(name, kind, channelSlugs);
    channelSlugs.add(slug);
    await updateChannel(ports, { organizationId, channelId, act: actOf('channel.changed') }, { slug });
  }
  const webhookSlugs = new Set(inventory.webhookAt.keys());
  for (const { id: webhookId, name } of inventory.webhooks.filter(isNameless)) {
    const slug = newSlug(name, 'webhook', webhookSlugs);
    webhookSlugs.add(slug);
    await updateWebhook(ports, { organizationId, webhookId, act: actOf('webhook.changed') }, { slug });
  }
}

const isNameless = ({ slug }: Managed): boolean => slug === undefined;

function exported({ channelAt, webhookAt, slugOf }: Inventory): Exported {
  const names = createSecretNames();
  const channelEntries = sorted([...channelAt].filter(isOurs)).map(([slug, channel]): [string, ChannelEntry] => [
    slug,
    channelEntryOf(channel, (secret, keys) => ({ secret: names.nameOf({ channel, slug, secret, keys }) })),
  ]);
  const webhookEntries = sorted([...webhookAt].filter(isOurs)).map(
    ([slug, webhook]) => [slug, webhookEntryOf(webhook, slugOf)] as const,
  );
  const document = {
    version: DOCUMENT_VERSION,
    channels: Object.fromEntries(channelEntries),
    webhooks: Object.fromEntries(webhookEntries),
  } as const;
  return { document, secretsNeeded: names.all() };
}

const isOurs = ([, { managedBy }]: readonly [string, Managed]): boolean => managedBy !== 'stack';
