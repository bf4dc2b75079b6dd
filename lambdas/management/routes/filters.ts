import { z } from '@hono/zod-openapi';
import { evaluateFilter, type FilterSubject } from '../../../core/filter/evaluate.ts';
import { patternsFor } from '../../../core/filter/patterns.ts';
import type { JsonObject } from '../../../core/message/json-object.ts';
import { readJson } from '../../../core/notification/read-json.ts';
import { storedSubject } from '../../../core/sending/route.ts';
import type { Deps } from '../deps.ts';
import { Id, OrganizationPath } from '../fields.ts';
import { FilterField } from '../filter-field.ts';
import { notFoundReply, shown } from '../reply.ts';
import { defineRoute, type Route } from '../route.ts';

const EvaluationBody = z
  .strictObject({
    filter: FilterField,
    messageId: Id.optional(),
    body: z.record(z.string(), z.unknown()).optional().meta({ description: 'A JSON body as it would be sent.' }),
  })
  .refine(({ messageId, body }) => (messageId === undefined) !== (body === undefined), {
    message: 'give either messageId or body',
  });

const Evaluation = z.object({ matched: z.boolean(), explanation: z.string() }).meta({ id: 'FilterEvaluation' });

function sentSubject(payload: JsonObject): FilterSubject {
  return { ...readJson({ payload, json: '', whole: '' }).content, payload };
}

/** Trying filters out. */
export function filterRoutes(deps: Deps): Route[] {
  return [
    defineRoute({
      method: 'post',
      path: '/organizations/{organizationId}/filters/evaluate',
      access: 'member',
      tag: 'Webhooks',
      summary: 'Say whether a filter matches a stored message or a body, and why',
      request: z.object({ params: OrganizationPath, body: EvaluationBody }),
      answer: { status: 200, schema: Evaluation },
      handle: async ({ params, body: { filter, messageId, body } }) => {
        const stored =
          messageId === undefined ? undefined : await deps.messages.readMessage(params.organizationId, messageId);
        if (messageId !== undefined && stored === undefined) return notFoundReply;
        const subject =
          stored === undefined ? sentSubject(body ?? {}) : await storedSubject(stored.message, deps.bodies);
        const { matched, reason } = evaluateFilter(filter, subject, await patternsFor([filter]));
        return shown({ matched, explanation: reason });
      },
    }),
  ];
}
