import { type Checked, done } from '../directory/change-result.ts';
import { deleteChannel } from '../directory/delete-channel.ts';
import { deleteWebhook } from '../directory/webhooks.ts';
import type { Channel } from '../directory/channel.ts';
import type { Managed } from '../directory/managed.ts';
import type { Webhook } from '../directory/webhook.ts';
import type { ConfigDocument } from './document.ts';
import { digestOf } from './drift.ts';
import { linkEntryOf, sorted, webhookEntryOf } from './entries.ts';
import { fieldChanges } from './field-changes.ts';
import { type Inventory, readInventory } from './inventory.ts';
import { goneChannel, planChannel } from './plan-channel.ts';
import { type LinkedChannel, planWebhook } from './plan-webhook.ts';
import type { DocumentPorts, DocumentPlan, PlanStep, PlanSteps } from './plan.ts';
import type { Secrets } from './wanted-config.ts';

/** A document that somebody wants to apply. */
export interface WantedDocument {
  readonly organizationId: string;
  /** Checked by the caller: shapes, filters and templates. */
  readonly document: ConfigDocument;
  readonly secrets: Secrets;
  /** Whether what the document manages and no longer names is deleted. */
  readonly prune: boolean;
  /** How many webhooks the plan allows; absent: any number. */
  readonly limit?: number | undefined;
}

/** A plan with what carries it out. */
export interface WorkedOut {
  readonly plan: DocumentPlan;
  readonly steps: readonly PlanStep[];
  readonly inventory: Inventory;
}

type Outcome = Checked<WorkedOut> | { readonly kind: 'plan-limit'; readonly limit: number };

/** More than this many complaints about one document help nobody. */
const MAX_ISSUES = 20;

/** What applying a document would do, or everything that is wrong with it. Nothing is changed. */
export async function planDocument(ports: DocumentPorts, wanted: WantedDocument): Promise<Outcome> {
  const inventory = await readInventory(ports.store, wanted.organizationId);
  const going = wanted.prune ? unnamed(wanted.document, inventory) : nothing;
  const parts = [planChannels(ports, wanted, inventory), planWebhooks(wanted, inventory, going)];
  const issues = parts.flatMap((part) => part.issues).slice(0, MAX_ISSUES);
  if (issues.length > 0) {
    return { kind: 'invalid', issues: issues.map((issue) => ({ ...issue, path: `document.${issue.path}` })) };
  }
  const steps = [
    // Room for new ones first; channels go last, when nothing of the document links them any more.
    ...going.webhooks.map((webhook) => removedWebhook(webhook, inventory)),
    ...parts.flatMap((part) => part.steps),
    ...going.channels.flatMap((channel) => removedChannel(channel, { wanted, inventory, going })),
  ];
  const changes = steps.map(({ change }) => change);
  const added = changes.filter(({ action, type }) => action === 'create' && type === 'webhook').length;
  const count = inventory.webhooks.length - going.webhooks.length + added;
  if (wanted.limit !== undefined && added > 0 && count > wanted.limit)
    return { kind: 'plan-limit', limit: wanted.limit };
  return done({ plan: { changes, digest: digestOf(changes) }, steps, inventory });
}

const DOCUMENT = { managedBy: 'document' } as const;

interface Going {
  readonly channels: readonly Channel[];
  readonly webhooks: readonly Webhook[];
}

const nothing: Going = { channels: [], webhooks: [] };

/** What documents have made and this one does not name. */
function unnamed({ channels = {}, webhooks = {} }: ConfigDocument, inventory: Inventory): Going {
  return {
    channels: inventory.channels.filter((channel) => isUnnamed(channel, channels)),
    webhooks: inventory.webhooks.filter((webhook) => isUnnamed(webhook, webhooks)),
  };
}

function isUnnamed({ managedBy, slug }: Managed, named: object): boolean {
  return managedBy === 'document' && (slug === undefined || !Object.hasOwn(named, slug));
}

function planChannels(ports: DocumentPorts, wanted: WantedDocument, inventory: Inventory): PlanSteps {
  const { organizationId, document, secrets } = wanted;
  const entries = sorted(Object.entries(document.channels ?? {}));
  return together(
    entries.map(([slug, entry]) =>
      planChannel(ports, {
        organizationId,
        slug,
        entry,
        secrets,
        owner: DOCUMENT,
        stored: inventory.channelAt.get(slug),
      }),
    ),
  );
}

function planWebhooks({ organizationId, document }: WantedDocument, inventory: Inventory, going: Going): PlanSteps {
  const channels = channelsAfter(document, inventory, going);
  const slugs = new Map([...channels].map(([slug, { channelId }]) => [channelId, slug]));
  const slugOf = (channelId: string) => slugs.get(channelId) ?? inventory.slugOf(channelId);
  const entries = sorted(Object.entries(document.webhooks ?? {}));
  return together(
    entries.map(([slug, entry]) => {
      const stored = inventory.webhookAt.get(slug);
      return planWebhook({ organizationId, slug, entry, owner: DOCUMENT, stored, channels, slugOf });
    }),
  );
}

/** The channels that links can name: those that stay, and those that the document makes. */
function channelsAfter(document: ConfigDocument, inventory: Inventory, going: Going): Map<string, LinkedChannel> {
  const planned = Object.entries(document.channels ?? {}).map(([slug, { kind }]): [string, LinkedChannel] => [
    slug,
    { channelId: `new ${slug}`, kind },
  ]);
  const staying = [...storedChannels(inventory)].filter(([, { channelId }]) =>
    going.channels.every(({ id }) => id !== channelId),
  );
  return new Map([...planned, ...staying]);
}

/** The channels that are there, by slug. */
export function storedChannels({ channelAt }: Inventory): Map<string, LinkedChannel> {
  return new Map([...channelAt].map(([slug, { id, kind }]) => [slug, { channelId: id, kind }]));
}

function together(parts: readonly PlanSteps[]): PlanSteps {
  return { steps: parts.flatMap(({ steps }) => steps), issues: parts.flatMap(({ issues }) => issues) };
}

function removedWebhook(webhook: Webhook, { slugOf }: Inventory): PlanStep {
  const { organizationId, id: webhookId, version, slug = null } = webhook;
  const before = webhookEntryOf(webhook, slugOf);
  const fields = fieldChanges({ before, after: {} }, { before, after: {} });
  const precondition = (current: number) => current === version;
  return {
    change: { action: 'delete', type: 'webhook', slug, fields },
    async run({ ports, actOf }) {
      const target = { organizationId, webhookId, precondition, act: actOf('webhook.deleted') };
      return deleteWebhook(ports, target);
    },
  };
}

interface Removal {
  readonly wanted: WantedDocument;
  readonly inventory: Inventory;
  readonly going: Going;
}

/** A channel that goes, after the links that webhooks outside the document lose with it. */
function removedChannel(channel: Channel, { wanted, inventory, going }: Removal): PlanStep[] {
  const { organizationId, id: channelId, slug = null } = channel;
  const { webhooks = {} } = wanted.document;
  const outside = inventory.webhooks.filter(
    (webhook) =>
      !going.webhooks.includes(webhook) && !(webhook.slug !== undefined && Object.hasOwn(webhooks, webhook.slug)),
  );
  const unlinked = outside.flatMap((webhook): PlanStep[] => {
    const link = webhook.links.find((other) => other.channelId === channelId);
    if (link === undefined) return [];
    const fields = [{ path: `links.${inventory.slugOf(channelId)}`, before: linkEntryOf(link), after: null }];
    return [{ change: { action: 'update', type: 'webhook', slug: webhook.slug ?? null, fields } }];
  });
  return [
    ...unlinked,
    {
      change: { action: 'delete', type: 'channel', slug, fields: goneChannel(channel) },
      run: ({ ports, actOf }) => deleteChannel(ports, { organizationId, channelId, act: actOf('channel.deleted') }),
    },
  ];
}
