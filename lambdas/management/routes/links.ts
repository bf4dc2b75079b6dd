import { z } from '@hono/zod-openapi';
import { deleteLink, putLink } from '../../../core/directory/links.ts';
import type { Deps } from '../deps.ts';
import { Id, WebhookPath } from '../fields.ts';
import { FilterField } from '../filter-field.ts';
import { noContent, refused } from '../reply.ts';
import { defineRoute, type Route } from '../route.ts';
import { WebhookView } from './webhook-view.ts';
import { webhookReply } from './webhooks.ts';

const LinkPath = WebhookPath.extend({ channelId: Id });

const LinkBody = z.strictObject({
  enabled: z.boolean().default(true),
  filter: FilterField.default(null),
  answers: z.boolean().optional().meta({
    description:
      'Its people may answer asks, and acknowledge and resolve alerts, where they read them. Not given: as it was, at first false.',
  }),
});

const path = '/organizations/{organizationId}/webhooks/{webhookId}/channels/{channelId}';

const facts = { tag: 'Webhooks', path, access: 'admin', guarded: true } as const;

const put = (deps: Deps) =>
  defineRoute({
    ...facts,
    method: 'put',
    audit: 'webhook.channel-linked',
    summary: 'Link a channel to a webhook, or change the link',
    request: z.object({ params: LinkPath, body: LinkBody }),
    answer: { status: 200, schema: WebhookView, etag: true },
    handle: async ({ params, body }, { precondition, act }) => {
      const { organizationId, webhookId, channelId } = params;
      const target = { organizationId, webhookId, precondition, act };
      return webhookReply(deps, await putLink(deps, target, { channelId, ...body }));
    },
  });

const remove = (deps: Deps) =>
  defineRoute({
    ...facts,
    method: 'delete',
    audit: 'webhook.channel-unlinked',
    summary: 'Unlink a channel from a webhook',
    request: z.object({ params: LinkPath }),
    answer: { status: 204 },
    handle: async ({ params }, { precondition, act }) => {
      const { organizationId, webhookId, channelId } = params;
      const outcome = await deleteLink(deps, { organizationId, webhookId, precondition, act }, channelId);
      return outcome.kind === 'done' ? noContent : refused(outcome);
    },
  });

/** Which channels are linked to a webhook. */
export function linkRoutes(deps: Deps): Route[] {
  return [put, remove].map((route) => route(deps));
}
