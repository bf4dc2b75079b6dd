import { z } from '@hono/zod-openapi';
import type { ChangeResult } from '../../../core/directory/change-result.ts';
import {
  createWebhook,
  deleteWebhook,
  regenerateKey,
  regenerateUrl,
  updateWebhook,
  type WebhookWithKey,
} from '../../../core/directory/webhooks.ts';
import type { Webhook } from '../../../core/directory/webhook.ts';
import { webhookLimitOf } from '../../../core/directory/webhook-limit.ts';
import { listOf, listView, pageOf, pageQuery } from '../cursor.ts';
import type { Deps } from '../deps.ts';
import { Name, OrganizationPath, SlugField, WebhookPath } from '../fields.ts';
import { noContent, notFoundReply, refused, type Reply, shown } from '../reply.ts';
import { defineRoute, type Route } from '../route.ts';
import { lifecycleMistakes, templateMistakes } from './templates.ts';
import {
  LifecycleField,
  PresetField,
  TemplatesField,
  TemplatesPatch,
  WebhookView,
  webhookView,
  WebhookWithKeyView,
} from './webhook-view.ts';

const NewWebhookBody = z.strictObject({
  name: Name,
  requireApiKey: z.boolean().default(false),
  preset: PresetField.optional(),
  templates: TemplatesField.optional(),
  lifecycle: z.union([LifecycleField, z.null()]).optional(),
});

const WebhookPatchBody = z.strictObject({
  name: Name.optional(),
  enabled: z.boolean().optional(),
  requireApiKey: z.boolean().optional(),
  templates: TemplatesPatch.nullable().optional(),
  lifecycle: z.union([LifecycleField, z.null()]).optional(),
  slug: SlugField.nullable().optional(),
});

const collection = '/organizations/{organizationId}/webhooks';
const single = `${collection}/{webhookId}`;

/** The answer that shows a changed webhook. */
export function webhookReply({ publicBaseUrl }: Pick<Deps, 'publicBaseUrl'>, outcome: ChangeResult<Webhook>): Reply {
  if (outcome.kind !== 'done') return refused(outcome);
  return shown(webhookView(outcome.value, publicBaseUrl), { version: outcome.value.version });
}

function keyReply({ publicBaseUrl }: Deps, outcome: ChangeResult<WebhookWithKey>, status: number): Reply {
  if (outcome.kind !== 'done') return refused(outcome);
  const { webhook, apiKey } = outcome.value;
  const view = { ...webhookView(webhook, publicBaseUrl), ...(apiKey === undefined ? {} : { apiKey }) };
  return shown(view, { status, version: webhook.version });
}

/** How many webhooks an organisation may have; `undefined`: any number. */
export async function planLimit(
  { billing, store }: Pick<Deps, 'billing' | 'store'>,
  organizationId: string,
): Promise<number | undefined> {
  if (billing === 'none') return undefined;
  const organization = await store.readOrganization(organizationId);
  return organization === undefined ? 0 : webhookLimitOf(organization.plan);
}

const facts = { tag: 'Webhooks' } as const;
const changing = { ...facts, access: 'admin', guarded: true, request: z.object({ params: WebhookPath }) } as const;
const answer = { status: 200, schema: WebhookView, etag: true } as const;

const list = (deps: Deps) =>
  defineRoute({
    ...facts,
    method: 'get',
    path: collection,
    access: 'member',
    summary: 'List webhooks, newest first',
    request: z.object({ params: OrganizationPath, query: z.strictObject(pageQuery('webhook')) }),
    answer: { status: 200, schema: listOf(WebhookView) },
    handle: async ({ params, query }) => {
      const page = await deps.store.listWebhooks(params.organizationId, pageOf(query));
      return shown(listView(page, (webhook) => webhookView(webhook, deps.publicBaseUrl)));
    },
  });

const create = (deps: Deps) =>
  defineRoute({
    ...facts,
    method: 'post',
    path: collection,
    access: 'admin',
    audit: 'webhook.created',
    summary: 'Create a webhook',
    limited: 'by-plan',
    request: z.object({ params: OrganizationPath, body: NewWebhookBody }),
    answer: { status: 201, schema: WebhookWithKeyView, etag: true },
    handle: async ({ params, body }, { act }) => {
      const mistakes = (await templateMistakes(body.templates)) ?? (await lifecycleMistakes(body.lifecycle));
      if (mistakes !== undefined) return refused(mistakes);
      const limit = await planLimit(deps, params.organizationId);
      const lifecycle = body.lifecycle ?? undefined;
      return keyReply(deps, await createWebhook(deps, { ...params, ...body, lifecycle, limit, act }), 201);
    },
  });

const read = (deps: Deps) =>
  defineRoute({
    ...facts,
    method: 'get',
    path: single,
    access: 'member',
    summary: 'One webhook',
    request: z.object({ params: WebhookPath }),
    answer,
    handle: async ({ params }) => {
      const webhook = await deps.store.readWebhook(params.organizationId, params.webhookId);
      if (webhook === undefined) return notFoundReply;
      return shown(webhookView(webhook, deps.publicBaseUrl), { version: webhook.version });
    },
  });

const patch = (deps: Deps) =>
  defineRoute({
    ...changing,
    method: 'patch',
    path: single,
    audit: 'webhook.changed',
    summary: 'Change a webhook; null removes a template',
    request: z.object({ params: WebhookPath, body: WebhookPatchBody }),
    answer,
    handle: async ({ params, body }, { precondition, act }) => {
      const mistakes = (await templateMistakes(body.templates)) ?? (await lifecycleMistakes(body.lifecycle));
      if (mistakes !== undefined) return refused(mistakes);
      const outcome = await updateWebhook(deps, { ...params, precondition, act }, body);
      return webhookReply(deps, outcome);
    },
  });

const remove = (deps: Deps) =>
  defineRoute({
    ...changing,
    method: 'delete',
    path: single,
    audit: 'webhook.deleted',
    summary: 'Delete a webhook; its messages stay',
    answer: { status: 204 },
    handle: async ({ params }, { precondition, act }) => {
      const outcome = await deleteWebhook(deps, { ...params, precondition, act });
      if (outcome.kind !== 'done') return refused(outcome);
      return noContent;
    },
  });

const newUrl = (deps: Deps) =>
  defineRoute({
    ...changing,
    method: 'post',
    path: `${single}/regenerate-url`,
    audit: 'webhook.url-regenerated',
    summary: 'Issue a new endpoint URL; the old one stops at once',
    answer,
    handle: async ({ params }, { precondition, act }) =>
      webhookReply(deps, await regenerateUrl(deps, { ...params, precondition, act })),
  });

const newKey = (deps: Deps) =>
  defineRoute({
    ...changing,
    method: 'post',
    path: `${single}/regenerate-key`,
    audit: 'webhook.key-regenerated',
    summary: 'Issue a new API key; the old one stops at once',
    answer: { status: 200, schema: WebhookWithKeyView, etag: true },
    handle: async ({ params }, { precondition, act }) =>
      keyReply(deps, await regenerateKey(deps, { ...params, precondition, act }), 200),
  });

/** Webhooks and their credentials. */
export function webhookRoutes(deps: Deps): Route[] {
  return [list, create, read, patch, remove, newUrl, newKey].map((route) => route(deps));
}
