import { z } from '@hono/zod-openapi';
import { withoutSecrets } from '../../../core/directory/audit.ts';
import type { AuditEntry } from '../../../core/directory/audit-entry.ts';
import { listOf, listView, pageOf, pageQuery } from '../cursor.ts';
import type { Deps } from '../deps.ts';
import { Id, OrganizationPath, Time } from '../fields.ts';
import { shown } from '../reply.ts';
import { defineRoute, type Route } from '../route.ts';
import { ActorView, actorView } from './actor-view.ts';

const Fields = z.record(z.string(), z.unknown()).nullable();

const AuditView = z
  .object({
    id: z.string(),
    at: Time,
    actor: ActorView,
    action: z.string().meta({ examples: ['webhook.created'] }),
    target: Id.meta({ description: 'What was changed.' }),
    reason: z.string().nullable().meta({ description: 'Why the router itself changed it.' }),
    before: Fields.meta({ description: 'The changed fields as they were, without secrets; null: it is new.' }),
    after: Fields.meta({ description: 'The changed fields as they are; null: it is gone.' }),
    ip: z.string().nullable().meta({ description: 'Where the request came from.' }),
  })
  .meta({ id: 'AuditEntry' });

function auditView({ id, at, actor, action, target, reason, before, after, ip }: AuditEntry) {
  return {
    id,
    at,
    actor: actorView(actor),
    action,
    target,
    reason: reason ?? null,
    before: before === undefined ? null : withoutSecrets(before),
    after: after === undefined ? null : withoutSecrets(after),
    ip: ip ?? null,
  };
}

const list = (deps: Deps) =>
  defineRoute({
    tag: 'Audit',
    method: 'get',
    path: '/organizations/{organizationId}/audit',
    access: 'member',
    summary: 'Who changed what, newest first; kept for a year',
    request: z.object({ params: OrganizationPath, query: z.strictObject(pageQuery('audit')) }),
    answer: { status: 200, schema: listOf(AuditView) },
    handle: async ({ params, query }) => {
      const page = await deps.store.listAudit(params.organizationId, pageOf(query));
      const kept = page.items.filter(({ expiresAt }) => expiresAt * 1000 > deps.now());
      return shown(listView({ ...page, items: kept }, auditView));
    },
  });

/** The audit log. */
export function auditRoutes(deps: Deps): Route[] {
  return [list(deps)];
}
