import { z } from '@hono/zod-openapi';
import { testWebhook } from '../../../core/sending/test-webhook.ts';
import type { Deps } from '../deps.ts';
import { WebhookPath } from '../fields.ts';
import { refused } from '../reply.ts';
import { defineRoute, type Route } from '../route.ts';

const TestBody = z.strictObject({
  body: z
    .union([z.record(z.string(), z.unknown()), z.string()])
    .optional()
    .meta({
      description: 'A JSON object, or the text of a body of any type; absent: a sample of what the preset reads.',
    }),
});

const Sent = z.object({ messageId: z.string() }).meta({ id: 'Sent' });

/** Trying a webhook out. */
export function webhookTestRoutes(deps: Deps): Route[] {
  return [
    defineRoute({
      method: 'post',
      path: '/organizations/{organizationId}/webhooks/{webhookId}/test',
      access: 'admin',
      audit: 'webhook.tested',
      tag: 'Webhooks',
      summary:
        'Send a sample, or this body, as a sender would; answered as a send is. A key of the webhook is not asked for',
      request: z.object({ params: WebhookPath, body: TestBody.optional() }),
      answer: { status: 201, schema: Sent },
      handle: async ({ params, body }, { act }) => {
        const outcome = await testWebhook(deps, { ...params, ...body, act });
        return outcome.kind === 'done' ? outcome.value : refused(outcome);
      },
    }),
  ];
}
