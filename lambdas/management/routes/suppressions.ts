import { z } from '@hono/zod-openapi';
import { channelKinds } from '../../../core/channels/registry.ts';
import type { Channel } from '../../../core/directory/channel.ts';
import {
  isSuppressionId,
  liftSuppression,
  type Suppression,
  type SuppressionStore,
} from '../../../core/directory/suppression.ts';
import { listOf, listView, pageOf, pageQuery } from '../cursor.ts';
import type { Deps } from '../deps.ts';
import { Id, OrganizationPath, Time } from '../fields.ts';
import { noContent, refused, shown } from '../reply.ts';
import { defineRoute, type Route } from '../route.ts';

const SuppressionView = z
  .object({
    id: z.string().meta({ description: '`sup_` and a hash of the address.' }),
    address: z.string(),
    reason: z.enum(['bounce', 'complaint']),
    detail: z.string().nullable().meta({ description: 'In the words of the receiving server.' }),
    channelId: Id.nullable().meta({ description: 'The channel whose mail it was.' }),
    at: Time,
  })
  .meta({ id: 'Suppression' });

function suppressionView({ id, address, reason, detail, channelId, at }: Suppression) {
  return { id, address, reason, detail: detail ?? null, channelId: channelId ?? null, at };
}

/** The addresses of a channel that get no mail; none for a channel whose kind sends no mail. */
export async function suppressedIn(
  store: Pick<SuppressionStore, 'suppressedAmong'>,
  { kind, config, organizationId }: Channel,
): Promise<{ suppressed?: string[] }> {
  const { mailTo } = channelKinds[kind];
  return mailTo === undefined ? {} : { suppressed: await store.suppressedAmong(organizationId, mailTo(config)) };
}

const collection = '/organizations/{organizationId}/suppressions';
const facts = { tag: 'Channels' } as const;

const list = (deps: Deps) =>
  defineRoute({
    ...facts,
    method: 'get',
    path: collection,
    access: 'member',
    summary: 'List email addresses that get no mail, because it bounced or they complained',
    request: z.object({ params: OrganizationPath, query: z.strictObject(pageQuery(isSuppressionId)) }),
    answer: { status: 200, schema: listOf(SuppressionView) },
    handle: async ({ params, query }) =>
      shown(listView(await deps.store.listSuppressions(params.organizationId, pageOf(query)), suppressionView)),
  });

const remove = (deps: Deps) =>
  defineRoute({
    ...facts,
    method: 'delete',
    path: `${collection}/{suppressionId}`,
    access: 'admin',
    audit: 'suppression.deleted',
    summary: 'Let an email address get mail again',
    request: z.object({ params: OrganizationPath.extend({ suppressionId: z.string() }) }),
    answer: { status: 204 },
    handle: async ({ params }, { act }) => {
      const outcome = await liftSuppression(deps, { ...params, act });
      return outcome.kind === 'done' ? noContent : refused(outcome);
    },
  });

/** Email addresses that get no mail. */
export function suppressionRoutes(deps: Deps): Route[] {
  return [list, remove].map((route) => route(deps));
}
