import type { Lifecycle } from '../notification/lifecycle.ts';
import { Templates } from '../notification/field-templates.ts';
import { webhookFacts } from './audit-views.ts';
import { type Act, entryOf } from './audit.ts';
import { type CollisionPause, change, insertUntilWon, type Precondition } from './change.ts';
import { endpointOf, MAX_ENDPOINT_BYTES } from './endpoint.ts';
import { type Generators, timestamp } from './generators.ts';
import { idOf } from '../message/ids.ts';
import { type Managed, type SlugPatch, slugAfter } from './managed.ts';
import { mergePatch } from './merge-patch.ts';
import { done, invalid, type ChangeResult, type Refusal, slugRefusal } from './change-result.ts';
import { hashSecret } from './secret-hash.ts';
import { API_KEY_PREFIX, shownPrefixOf } from './secrets.ts';
import type { WebhookReader, WebhookWriter } from './webhook-store.ts';
import type { Link } from './link.ts';
import type { Webhook } from './webhook.ts';

/** What writing webhooks needs. */
export interface WebhookPorts extends Generators {
  readonly store: WebhookReader & WebhookWriter;
  readonly backoff: CollisionPause;
}

/** What changing them needs. */
export interface WebhookChangePorts extends WebhookPorts {
  /** Ends the alerts of a webhook, soon, if it then hears no more of them. Called before the change that makes it so. */
  readonly endAlerts: (webhook: Pick<Webhook, 'organizationId' | 'id'>) => Promise<void>;
}

/** Which webhook to change, which version of it the caller knows, and what the audit log says of it. */
export interface WebhookTarget {
  readonly organizationId: string;
  readonly webhookId: string;
  readonly act: Act;
  readonly precondition?: Precondition | undefined;
}

/** A webhook with a key that was just issued and is never shown again. */
export interface WebhookWithKey {
  readonly webhook: Webhook;
  readonly apiKey?: string;
}

export interface NewWebhook {
  readonly organizationId: string;
  readonly name: string;
  readonly requireApiKey: boolean;
  readonly preset?: string | undefined;
  readonly templates?: Templates | undefined;
  readonly lifecycle?: Lifecycle | undefined;
  /** @default true */
  readonly enabled?: boolean;
  readonly links?: readonly Link[];
  readonly managed?: Managed;
  /** A key that nobody will see is not made: every send gets 401 until one is issued. @default true */
  readonly withKey?: boolean;
  /** How many webhooks the plan allows; absent: any number. */
  readonly limit?: number | undefined;
  readonly act: Act;
}

/** Creates a webhook, with a key when it requires one (specification 5, rule 4). */
export async function createWebhook(ports: WebhookPorts, wanted: NewWebhook): Promise<ChangeResult<WebhookWithKey>> {
  const { organizationId, limit, act, requireApiKey, withKey = true } = wanted;
  const key = requireApiKey && withKey ? newApiKey(ports) : undefined;
  const webhook = { ...newWebhook(ports, wanted), ...key?.stored };
  const effect = { organizationId, target: webhook.id, after: webhookFacts(webhook) };
  return insertUntilWon<WebhookWithKey>(ports.backoff, async () => {
    const result = await ports.store.insertWebhook({ webhook, limit, entry: entryOf(ports, act, effect) });
    if (result.kind === 'slug-taken') return slugRefusal('webhook');
    return result.kind === 'saved' ? done({ webhook, ...(key === undefined ? {} : { apiKey: key.apiKey }) }) : result;
  });
}

function newWebhook(generators: Generators, { organizationId, name, ...wanted }: NewWebhook): Webhook {
  const { requireApiKey, preset, templates, lifecycle, enabled = true, links = [], managed } = wanted;
  const at = timestamp(generators);
  return {
    id: idOf('webhook', generators.newUlid()),
    organizationId,
    publicId: generators.newPublicId(),
    name,
    enabled,
    requireApiKey,
    ...(preset === undefined ? {} : { preset }),
    ...(templates === undefined || Object.keys(templates).length === 0 ? {} : { templates }),
    ...(lifecycle === undefined ? {} : { lifecycle }),
    links: [...links],
    ...managed,
    createdAt: at,
    updatedAt: at,
    version: 1,
  };
}

/** A change of a webhook; `null` in a template removes it, `null` for all of them removes all. */
export interface WebhookPatch {
  readonly name?: string | undefined;
  readonly enabled?: boolean | undefined;
  readonly requireApiKey?: boolean | undefined;
  readonly templates?: { readonly [field in keyof Templates]: string | null | undefined } | null | undefined;
  /** Replaces the whole of it. */
  readonly lifecycle?: Lifecycle | null | undefined;
  readonly slug?: SlugPatch;
}

/** Changes what `patch` names (specification 3.1). A key requirement without a key is allowed: every send gets 401. */
export function updateWebhook(
  ports: WebhookChangePorts,
  target: WebhookTarget,
  patch: WebhookPatch,
): Promise<ChangeResult<Webhook>> {
  return changeWebhook(ports, target, (webhook) => {
    const { templates: _, lifecycle: before, slug: __, ...rest } = webhook;
    const lifecycle = patch.lifecycle === undefined ? before : (patch.lifecycle ?? undefined);
    const templates = patchedTemplates(webhook, patch);
    return done({
      ...rest,
      ...slugAfter(webhook, patch.slug),
      ...(templates === undefined ? {} : { templates }),
      ...(lifecycle === undefined ? {} : { lifecycle }),
      name: patch.name ?? webhook.name,
      enabled: patch.enabled ?? webhook.enabled,
      requireApiKey: patch.requireApiKey ?? webhook.requireApiKey,
    });
  });
}

function patchedTemplates(webhook: Webhook, { templates }: WebhookPatch): Templates | undefined {
  if (templates === undefined) return webhook.templates;
  if (templates === null) return undefined;
  const merged = Templates.parse(mergePatch(webhook.templates, templates));
  return Object.keys(merged).length === 0 ? undefined : merged;
}

/** Issues a new endpoint URL; the old one is unknown from the next request on. */
export function regenerateUrl(ports: WebhookChangePorts, target: WebhookTarget): Promise<ChangeResult<Webhook>> {
  return changeWebhook(ports, target, (webhook) => done({ ...webhook, publicId: ports.newPublicId() }));
}

/** Issues a new key; the old one is refused from the next request on. */
export async function regenerateKey(
  ports: WebhookChangePorts,
  target: WebhookTarget,
): Promise<ChangeResult<WebhookWithKey>> {
  const { apiKey, stored } = newApiKey(ports);
  const outcome = await changeWebhook(ports, target, (webhook) => done({ ...webhook, ...stored }));
  return outcome.kind === 'done' ? done({ webhook: outcome.value, apiKey }) : outcome;
}

/** Deletes a webhook. Its URL is unknown from the next request on; its messages stay (specification 3.1). */
export function deleteWebhook(ports: WebhookChangePorts, target: WebhookTarget): Promise<ChangeResult<Webhook>> {
  const { store, backoff } = ports;
  const { organizationId, webhookId, precondition, act } = target;
  return change({
    backoff,
    precondition,
    read: () => store.readWebhook(organizationId, webhookId),
    attempt: async (webhook) => {
      const entry = entryOf(ports, act, { organizationId, target: webhookId, before: webhookFacts(webhook) });
      if (webhook.lifecycle !== undefined) await ports.endAlerts(webhook);
      const result = await store.removeWebhook(webhook, entry);
      return result.kind === 'lost' ? result : done(webhook);
    },
  });
}

/** Applies `edit` to a webhook and stores it as the next version; channels that it links anew must exist then. */
export function changeWebhook(
  ports: WebhookChangePorts,
  target: WebhookTarget,
  edit: (webhook: Webhook) => ChangeResult<Webhook>,
): Promise<ChangeResult<Webhook>> {
  const { store, backoff } = ports;
  const { organizationId, webhookId, precondition, act } = target;
  return change({
    backoff,
    precondition,
    read: () => store.readWebhook(organizationId, webhookId),
    attempt: async (before) => {
      const edited = edit(before);
      if (edited.kind !== 'done') return edited;
      const after = { ...edited.value, updatedAt: timestamp(ports), version: before.version + 1 };
      const refusal = sizeRefusal(after);
      if (refusal !== undefined) return refusal;
      const views = { before: webhookFacts(before), after: webhookFacts(after) };
      const entry = entryOf(ports, act, { organizationId, target: webhookId, ...views });
      if (before.lifecycle !== undefined && after.lifecycle === undefined) await ports.endAlerts(before);
      const result = await store.replaceWebhook({ before, after, entry });
      if (result.kind === 'slug-taken') return slugRefusal('webhook');
      return result.kind === 'lost' ? result : done(after);
    },
  });
}

/** Why a webhook is too large to be stored; `undefined` if it is not. */
export function sizeRefusal(webhook: Webhook): Extract<Refusal, { kind: 'invalid' }> | undefined {
  const bytes = new TextEncoder().encode(JSON.stringify(endpointOf(webhook))).length;
  if (bytes <= MAX_ENDPOINT_BYTES) return undefined;
  return invalid('', `the webhook with its filters and templates is larger than ${MAX_ENDPOINT_BYTES} bytes`);
}

function newApiKey(generators: Pick<Generators, 'newSecretHex'>) {
  const apiKey = API_KEY_PREFIX + generators.newSecretHex();
  return { apiKey, stored: { apiKeyHash: hashSecret(apiKey), apiKeyPrefix: shownPrefixOf(apiKey) } };
}
