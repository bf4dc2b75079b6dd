import { type ChangeResult, done } from '../directory/change-result.ts';
import { answersIssues, type Link, linkTo } from '../directory/link.ts';
import { MAX_LINKS_PER_WEBHOOK, MAX_NEW_LINKS_PER_WRITE, type Webhook } from '../directory/webhook.ts';
import { changeWebhook, createWebhook, sizeRefusal } from '../directory/webhooks.ts';
import type { Issue } from '../words/issue.ts';
import type { WebhookEntry } from './document.ts';
import { isWebhookDrifted, webhookDigest } from './drift.ts';
import { webhookEntryOf } from './entries.ts';
import { fieldChanges } from './field-changes.ts';
import type { Owner } from '../directory/managed.ts';
import { type Application, issueAt, issuesUnder, ownerRefusal, type PlannedChange, type PlanSteps } from './plan.ts';

/** A channel that a document links, which may not be stored yet. */
export type LinkedChannel = Pick<Link, 'channelId' | 'kind'>;

interface WantedWebhook {
  readonly organizationId: string;
  readonly slug: string;
  readonly entry: WebhookEntry;
  readonly owner: Owner;
  /** What has the slug now. */
  readonly stored?: Webhook | undefined;
  /** Channels by slug, as they will be. */
  readonly channels: ReadonlyMap<string, LinkedChannel>;
  /** What the document calls a channel, also one that is not stored yet. */
  readonly slugOf: (channelId: string) => string;
}

/** What a document does to one webhook. */
export function planWebhook(wanted: WantedWebhook): PlanSteps {
  const { slug, entry, owner, stored, channels } = wanted;
  const place = `webhooks.${slug}`;
  const refusal = ownerRefusal(owner, stored);
  if (refusal !== undefined) return issueAt(place, refusal);
  const issues = [...presetIssues(entry, stored), ...linkIssues(entry, channels)];
  if (issues.length > 0) return { steps: [], issues: issuesUnder(place, issues) };
  const before = stored ?? blank(wanted);
  const after = documented(before, wanted);
  const tooLarge = sizeRefusal(after);
  if (tooLarge !== undefined) return { steps: [], issues: issuesUnder(place, tooLarge.issues) };
  return stored === undefined ? created(wanted, after) : changed(wanted, stored, after);
}

function presetIssues({ preset }: WebhookEntry, stored: Webhook | undefined): Issue[] {
  if (stored === undefined || stored.preset === preset) return [];
  const known = stored.preset === undefined ? 'none' : `"${stored.preset}"`;
  return [{ path: 'preset', message: `must stay ${known}: a preset is chosen when the webhook is made` }];
}

function linkIssues({ links = {} }: WebhookEntry, channels: WantedWebhook['channels']): Issue[] {
  const slugs = Object.keys(links);
  if (slugs.length > MAX_LINKS_PER_WEBHOOK) {
    return [{ path: 'links', message: `a webhook has at most ${MAX_LINKS_PER_WEBHOOK} channels` }];
  }
  const message = 'there is no channel with this slug, in the document or beside it';
  return Object.entries(links).flatMap(([slug, { answers }]) => {
    const channel = channels.get(slug);
    if (channel === undefined) return [{ path: `links.${slug}`, message }];
    return issuesUnder(`links.${slug}`, answersIssues(channel.kind, answers));
  });
}

/** A webhook that is only planned: what stays empty is not looked at before it is made. */
function blank({ organizationId, entry }: WantedWebhook): Webhook {
  const times = { createdAt: '', updatedAt: '' };
  const { name, preset } = entry;
  const facts = { id: '', organizationId, publicId: '', name, enabled: true, requireApiKey: false };
  return { ...facts, ...(preset === undefined ? {} : { preset }), links: [], ...times, version: 0 };
}

/** The webhook exactly as its entry says, owned by whoever wants it. */
function documented(before: Webhook, wanted: Pick<WantedWebhook, 'slug' | 'entry' | 'channels' | 'owner'>) {
  const { entry, channels } = wanted;
  const { templates: _, lifecycle: __, ...rest } = before;
  const { name, templates = {}, lifecycle, enabled = true, requireApiKey = false } = entry;
  const webhook: Webhook = {
    ...rest,
    name,
    enabled,
    requireApiKey,
    ...(Object.keys(templates).length === 0 ? {} : { templates }),
    ...(lifecycle === undefined ? {} : { lifecycle }),
    links: linksOf(entry, before, channels),
  };
  return { ...webhook, ...managedBy(webhook, wanted) };
}

/** What a webhook keeps of its owner. */
function managedBy(webhook: Webhook, { slug, owner }: Pick<WantedWebhook, 'slug' | 'owner'>) {
  return { slug, ...owner, applied: webhookDigest(webhook) };
}

/** Links that are there already keep their order. */
function linksOf({ links = {} }: WebhookEntry, before: Webhook, channels: WantedWebhook['channels']): Link[] {
  const entries = new Map(Object.entries(links));
  const places = new Map(before.links.map(({ channelId }, index) => [channelId, index]));
  const placeOf = ({ channelId }: Link) => places.get(channelId) ?? places.size;
  const linked = [...channels].flatMap(([slug, channel]): Link[] => {
    const entry = entries.get(slug);
    return entry === undefined ? [] : [linkTo(channel, entry)];
  });
  return linked.toSorted((a, b) => placeOf(a) - placeOf(b));
}

function created(wanted: WantedWebhook, planned: Webhook): PlanSteps {
  const { organizationId, slug } = wanted;
  const after = webhookEntryOf(planned, wanted.slugOf);
  const fields = fieldChanges({ before: {}, after }, { before: {}, after });
  return {
    issues: [],
    steps: [
      {
        change: { action: 'create', type: 'webhook', slug, fields },
        async run(application) {
          const { ports, limit, actOf } = application;
          const whole = documented(blank(wanted), { ...wanted, channels: application.channels });
          const { name, enabled, requireApiKey, preset, templates, lifecycle, links } = whole;
          const made = await createWebhook(ports, {
            organizationId,
            name,
            enabled,
            requireApiKey,
            preset,
            templates,
            lifecycle,
            limit,
            links: links.slice(0, MAX_NEW_LINKS_PER_WRITE),
            managed: managedBy(whole, wanted),
            withKey: false,
            act: actOf('webhook.created'),
          });
          if (made.kind !== 'done') return made;
          const { webhook } = made.value;
          return webhook.links.length === links.length ? done(webhook) : completed(application, wanted, webhook);
        },
      },
    ],
  };
}

function changed(wanted: WantedWebhook, stored: Webhook, after: Webhook): PlanSteps {
  const { slug } = wanted;
  const sides = { before: webhookEntryOf(stored, wanted.slugOf), after: webhookEntryOf(after, wanted.slugOf) };
  const fields = fieldChanges(sides, sides);
  const change: PlannedChange = {
    action: fields.length === 0 ? 'none' : 'update',
    type: 'webhook',
    slug,
    fields,
    ...(fields.length > 0 && isWebhookDrifted(stored) ? { drift: true } : {}),
  };
  const isKept = stored.slug === after.slug && stored.managedBy === after.managedBy && stored.applied === after.applied;
  if (fields.length === 0 && isKept) return { issues: [], steps: [{ change }] };
  return {
    issues: [],
    steps: [
      {
        change,
        run: async (application) => completed(application, wanted, stored),
      },
    ],
  };
}

/** Makes a stored webhook what its entry says, in as many writes as its new links need. */
async function completed(
  { ports, actOf, channels }: Application,
  wanted: WantedWebhook,
  stored: Webhook,
): Promise<ChangeResult<Webhook>> {
  const { organizationId } = wanted;
  const whole = documented(stored, { ...wanted, channels });
  let webhook = stored;
  do {
    const { id: webhookId, version } = webhook;
    const links = withinOneWrite(webhook, whole.links);
    const target = { organizationId, webhookId, act: actOf('webhook.changed') };
    const precondition = (current: number) => current === version;
    const outcome = await changeWebhook(ports, { ...target, precondition }, () => done({ ...whole, links }));
    if (outcome.kind !== 'done') return outcome;
    webhook = outcome.value;
  } while (webhook.links.length < whole.links.length);
  return done(webhook);
}

function withinOneWrite(webhook: Webhook, links: readonly Link[]): Link[] {
  const known = new Set(webhook.links.map(({ channelId }) => channelId));
  let room = MAX_NEW_LINKS_PER_WRITE;
  return links.filter(({ channelId }) => known.has(channelId) || room-- > 0);
}
