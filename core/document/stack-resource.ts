import { type Act, stepOf } from '../directory/audit.ts';
import { type ChangeResult, done, invalid, notFound, type Refusal } from '../directory/change-result.ts';
import type { Channel } from '../directory/channel.ts';
import { updateChannel } from '../directory/channels.ts';
import { deleteChannel } from '../directory/delete-channel.ts';
import type { Webhook } from '../directory/webhook.ts';
import { deleteWebhook, updateWebhook } from '../directory/webhooks.ts';
import type { AuditAction } from '../directory/audit-entry.ts';
import type { ChannelEntry, WebhookEntry } from './document.ts';
import { type Inventory, readInventory } from './inventory.ts';
import { planChannel } from './plan-channel.ts';
import { planWebhook } from './plan-webhook.ts';
import type { DocumentPorts, PlanSteps } from './plan.ts';
import type { Secrets } from './wanted-config.ts';

/** One resource of a stack, and what it has made. */
export interface StackResource {
  readonly organizationId: string;
  readonly type: 'channel' | 'webhook';
  /** Names the resource among all resources of all stacks. */
  readonly stack: string;
  /** The channel or webhook that the resource stands for; absent: none yet, as far as the caller knows. */
  readonly id?: string | undefined;
  readonly act: Act;
}

/** What a resource is to become. */
export type WantedResource = StackResource & {
  readonly slug: string;
  /** How many webhooks the plan allows; absent: any number. */
  readonly limit?: number | undefined;
} & (
    | { readonly type: 'channel'; readonly entry: ChannelEntry; readonly secrets: Secrets }
    /** Its links are by the id or the slug of the channel. */
    | { readonly type: 'webhook'; readonly entry: WebhookEntry }
  );

type Thing = Channel | Webhook;

/** Many resources of a stack change at the same moment, and meet on the counters of their organisation. */
const MAX_ROUNDS = 10;

/**
 * Makes the channel or webhook of one resource exactly what the resource says: the same plan as that of a document with
 * this one entry. What has another kind or preset is replaced by a new one; the old one stays until the stack has no
 * more need of it, so that a rollback finds it again. Repeating a call changes nothing.
 */
export async function applyResource(ports: DocumentPorts, wanted: WantedResource): Promise<ChangeResult<Thing>> {
  for (let round = 1; round <= MAX_ROUNDS; round += 1) {
    const outcome = await applyOnce(ports, wanted);
    if (!PASSING.has(outcome.kind)) return outcome;
    await ports.backoff.pause(round);
  }
  return { kind: 'busy' };
}

/** Somebody else changed the same things at the same moment. */
const PASSING: ReadonlySet<string> = new Set(['busy', 'stale', 'not-found'] satisfies Refusal['kind'][]);

async function applyOnce(ports: DocumentPorts, wanted: WantedResource): Promise<ChangeResult<Thing>> {
  const { organizationId, limit, slug } = wanted;
  const inventory = await readInventory(ports.store, organizationId);
  const all = thingsIn(inventory, wanted);
  const foreign = foreignRefusal(all, wanted);
  if (foreign !== undefined) return foreign;
  const own = all.filter(({ stack }) => stack === wanted.stack);
  const target = targetOf(own, wanted);
  const { steps, issues } = plan(ports, wanted, { inventory, stored: holderOf(slug, all, wanted) ?? target });
  if (issues.length > 0) return { kind: 'invalid', issues };
  const others = own.filter((thing) => thing !== target);
  for (const other of others.filter((thing) => thing.slug === slug)) {
    const freed = await withoutSlug(ports, wanted, other);
    if (freed.kind !== 'done') return freed;
  }
  const actOf = (action: AuditAction) => stepOf(wanted.act, action, REASON);
  const application = { ports, organizationId, limit, actOf, channels: channelsById(inventory) };
  for (const { run } of steps) {
    const outcome = await run?.(application);
    if (outcome !== undefined && outcome.kind !== 'done') return outcome;
  }
  // What the resource stood for until now goes when the stack says so: a rollback needs it.
  for (const other of others.filter(({ id }) => id !== wanted.id)) {
    const outcome = await removeThing(ports, wanted, other.id);
    if (outcome.kind !== 'done' && outcome.kind !== 'not-found') return outcome;
  }
  const made = thingsIn(await readInventory(ports.store, organizationId), wanted).find((thing) => thing.slug === slug);
  return made?.stack === wanted.stack ? done(made) : notFound;
}

/** What the log says of each change. */
const REASON = 'a stack is deployed';

function thingsIn({ channels, webhooks }: Inventory, { type }: Pick<StackResource, 'type'>): readonly Thing[] {
  return type === 'channel' ? channels : webhooks;
}

/** The refusal of an id that stands for something else: a stack must not reach what it did not make. */
function foreignRefusal(all: readonly Thing[], { id, stack, type }: StackResource): Refusal | undefined {
  const known = all.find((thing) => thing.id === id);
  if (known === undefined || known.stack === stack) return undefined;
  return invalid('', `the ${type} ${known.id} is not of this resource of the stack`);
}

/** What becomes what is wanted: the thing of today if it can, else one that an earlier deployment left. */
function targetOf(own: readonly Thing[], wanted: WantedResource): Thing | undefined {
  const fitting = own.filter((thing) => hasIdentity(thing, wanted));
  return fitting.find(({ id }) => id === wanted.id) ?? fitting.find(({ slug }) => slug === wanted.slug) ?? fitting[0];
}

/** A kind and a preset never change. */
function hasIdentity(thing: Thing, { entry }: WantedResource): boolean {
  return 'kind' in entry
    ? 'kind' in thing && thing.kind === entry.kind
    : 'links' in thing && thing.preset === entry.preset;
}

/** What has the slug and is not of this resource. */
function holderOf(slug: string, all: readonly Thing[], { stack }: StackResource): Thing | undefined {
  return all.find((thing) => thing.slug === slug && thing.stack !== stack);
}

function plan(
  ports: DocumentPorts,
  wanted: WantedResource,
  { inventory, stored }: { readonly inventory: Inventory; readonly stored: Thing | undefined },
): PlanSteps {
  const { organizationId, slug } = wanted;
  const common = { organizationId, slug, owner: { managedBy: 'stack', stack: wanted.stack } } as const;
  if (wanted.type === 'channel') {
    const channel = inventory.channels.find((thing) => thing === stored);
    return planChannel(ports, { ...common, entry: wanted.entry, secrets: wanted.secrets, stored: channel });
  }
  const webhook = inventory.webhooks.find((thing) => thing === stored);
  const entry = { ...wanted.entry, links: linksById(wanted.entry, inventory) };
  const channels = channelsById(inventory);
  return planWebhook({ ...common, entry, channels, slugOf: inventory.slugOf, stored: webhook });
}

/** The links by the ids of their channels: a channel that was just replaced has given its slug to the new one. */
function linksById({ links = {} }: WebhookEntry, { channelAt }: Inventory): NonNullable<WebhookEntry['links']> {
  return Object.fromEntries(Object.entries(links).map(([name, link]) => [channelAt.get(name)?.id ?? name, link]));
}

function channelsById({ channels }: Inventory) {
  return new Map(channels.map(({ id, kind }) => [id, { channelId: id, kind }]));
}

async function withoutSlug(
  ports: DocumentPorts,
  { organizationId, type, act }: WantedResource,
  { id }: Thing,
): Promise<ChangeResult<unknown>> {
  const step = stepOf(act, `${type}.changed`, REASON);
  return type === 'channel'
    ? updateChannel(ports, { organizationId, channelId: id, act: step }, { slug: null })
    : updateWebhook(ports, { organizationId, webhookId: id, act: step }, { slug: null });
}

/**
 * Deletes what a resource of a stack has made: the thing with its id, or without an id all that there is. What is gone
 * is no fault. What another made is refused.
 */
export async function removeResource(ports: DocumentPorts, resource: StackResource): Promise<ChangeResult<undefined>> {
  for (let round = 1; round <= MAX_ROUNDS; round += 1) {
    const outcome = await removeOnce(ports, resource);
    if (!PASSING.has(outcome.kind)) return outcome;
    await ports.backoff.pause(round);
  }
  return { kind: 'busy' };
}

async function removeOnce(ports: DocumentPorts, resource: StackResource): Promise<ChangeResult<undefined>> {
  const { organizationId, id, stack } = resource;
  const all = thingsIn(await readInventory(ports.store, organizationId), resource);
  const foreign = foreignRefusal(all, resource);
  if (foreign !== undefined) return foreign;
  const going = all.filter((thing) => (id === undefined ? thing.stack === stack : thing.id === id));
  for (const thing of going) {
    const outcome = await removeThing(ports, resource, thing.id);
    if (outcome.kind !== 'done' && outcome.kind !== 'not-found') return outcome;
  }
  return done(undefined);
}

async function removeThing(
  ports: DocumentPorts,
  { organizationId, type, act }: StackResource,
  id: string,
): Promise<ChangeResult<unknown>> {
  const step = stepOf(act, `${type}.deleted`, REASON);
  if (type === 'channel') return deleteChannel(ports, { organizationId, channelId: id, act: step });
  return deleteWebhook(ports, { organizationId, webhookId: id, act: step });
}
