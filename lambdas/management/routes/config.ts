import { z } from '@hono/zod-openapi';
import { applyDocument, type Unfinished } from '../../../core/document/apply-document.ts';
import { exportDocument } from '../../../core/document/export-document.ts';
import { planDocument } from '../../../core/document/plan-document.ts';
import type { Refusal } from '../../../core/directory/change-result.ts';
import type { DocumentPlan } from '../../../core/document/plan.ts';
import type { Deps } from '../deps.ts';
import { OrganizationPath } from '../fields.ts';
import { type ReadDocument, readDocument } from '../read-document.ts';
import { failed, refused, type Reply, shown, YAML_TYPE } from '../reply.ts';
import { defineRoute, type Route } from '../route.ts';
import { planLimit } from './webhooks.ts';

const MAX_SECRETS = 5000;

const Secrets = z
  .record(z.string(), z.string().max(10_000))
  .refine((secrets) => Object.keys(secrets).length <= MAX_SECRETS, `must have at most ${MAX_SECRETS} entries`)
  .meta({ description: 'Secrets by the names in the document; unused names are ignored.' });

const DocumentBody = z
  .union([z.record(z.string(), z.unknown()), z.string()])
  .meta({ description: 'As `/api/v1/config-schema.json` says: an object, or YAML text.' });

/** What planning and applying take: whoever planned can send the same again. */
const ConfigBody = z.strictObject({
  document: DocumentBody,
  secrets: Secrets.default({}),
  prune: z
    .boolean()
    .default(false)
    .meta({ description: 'Delete what documents have made and this one does not name.' }),
  digest: z.string().optional().meta({
    description: 'Of the plan that was seen: applying is answered 409 when the plan would be another by now.',
  }),
});

const ExportView = z
  .object({
    document: z.record(z.string(), z.unknown()).meta({ description: 'As `/api/v1/config-schema.json` says.' }),
    secretsNeeded: z
      .array(z.string())
      .meta({ description: 'Names of secrets, to be given when it is applied elsewhere.' }),
  })
  .meta({ id: 'ExportedDocument' });

const PlanView = z
  .object({
    changes: z.array(
      z.object({
        action: z.enum(['create', 'update', 'delete', 'none']),
        type: z.enum(['channel', 'webhook']),
        slug: z.string().nullable().meta({ description: 'null: outside the document, and without one.' }),
        fields: z.array(
          z.object({
            path: z.string().meta({ examples: ['links.ops.filter'] }),
            before: z.unknown().meta({ description: 'null: it was not there.' }),
            after: z.unknown().meta({ description: 'null: it is not there any more.' }),
          }),
        ),
        drift: z.literal(true).optional().meta({ description: 'Somebody changed it by hand, and this undoes it.' }),
      }),
    ),
    digest: z.string().meta({ description: 'The same for the same changes.' }),
  })
  .meta({ id: 'ConfigPlan' });

const path = '/organizations/{organizationId}/config';
const facts = { tag: 'Configuration', access: 'admin' } as const;

const stale = failed(409, 'The plan would be another by now');

/** The answer to a document that was planned or applied. */
function planReply(
  outcome: Refusal | Unfinished | { readonly kind: 'done'; readonly value: DocumentPlan },
  place: ReadDocument['place'],
): Reply {
  switch (outcome.kind) {
    case 'done':
      return shown(outcome.value);
    case 'invalid':
      return refused({ kind: 'invalid', issues: place(outcome.issues) });
    case 'stale':
      return stale;
    case 'unfinished': {
      const error = `Not finished in time, ${outcome.left} changes are left: apply the same document again`;
      return { ...failed(503, error), headers: { 'retry-after': '1' } };
    }
    case 'not-found':
    case 'busy':
    case 'plan-limit':
    case 'daily-limit':
      return refused(outcome);
  }
}

const exporting = (deps: Deps) =>
  defineRoute({
    ...facts,
    method: 'get',
    path,
    audit: 'webhook.changed',
    summary: 'Export webhooks, links and channels as one document; what has no slug gets one',
    request: z.object({ params: OrganizationPath }),
    answer: { status: 200, schema: ExportView, yaml: z.string() },
    handle: async ({ params }, { act, wantsYaml }) => {
      const outcome = await exportDocument(deps, { ...params, act });
      if (outcome.kind !== 'done') return refused(outcome);
      const vary = { vary: 'Accept' };
      if (!wantsYaml) return { ...shown(outcome.value), headers: vary };
      const { writeYaml } = await import('../../../core/document/yaml.ts');
      const text = writeYaml(outcome.value.document, `${deps.publicBaseUrl}/api/v1/config-schema.json`);
      return { status: 200, text, headers: { ...vary, 'content-type': YAML_TYPE } };
    },
  });

const planning = (deps: Deps) =>
  defineRoute({
    ...facts,
    method: 'post',
    path: `${path}/plan`,
    summary: 'Say what applying a document would do; nothing is changed',
    limited: 'by-plan',
    request: z.object({ params: OrganizationPath, body: ConfigBody }),
    answer: { status: 200, schema: PlanView },
    handle: async ({ params, body }) => {
      const read = await readDocument(body.document);
      if (read.kind !== 'done') return refused(read);
      const limit = await planLimit(deps, params.organizationId);
      const wanted = { ...params, ...body, document: read.value.document, limit };
      const outcome = await planDocument(deps, wanted);
      const planned = outcome.kind === 'done' ? { kind: outcome.kind, value: outcome.value.plan } : outcome;
      return planReply(planned, read.value.place);
    },
  });

const applying = (deps: Deps) =>
  defineRoute({
    ...facts,
    method: 'post',
    path: `${path}/apply`,
    audit: 'organization.document-applied',
    summary: 'Make everything that a document names exactly as it says, or nothing if anything in it is not valid',
    limited: 'by-plan',
    conflict: 'The plan would be another than the one of the digest.',
    request: z.object({ params: OrganizationPath, body: ConfigBody }),
    answer: { status: 200, schema: PlanView },
    handle: async ({ params, body }, { act }) => {
      const read = await readDocument(body.document);
      if (read.kind !== 'done') return refused(read);
      const limit = await planLimit(deps, params.organizationId);
      const wanted = { ...params, ...body, document: read.value.document, limit, act };
      return planReply(await applyDocument(deps, wanted), read.value.place);
    },
  });

/** The configuration of an organisation as a document. */
export function configRoutes(deps: Deps): Route[] {
  return [exporting, planning, applying].map((route) => route(deps));
}
