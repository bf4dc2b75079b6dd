import { z } from '@hono/zod-openapi';
import { alertStatuses } from '../../../core/message/alert-mark.ts';
import { type AlertsPreview, previewAlerts, TRIED_MESSAGES } from '../../../core/sending/preview-alerts.ts';
import { contentFields } from '../content-fields.ts';
import type { Deps } from '../deps.ts';
import { Id, OrganizationPath, Time } from '../fields.ts';
import { notFoundReply, refused, shown } from '../reply.ts';
import { defineRoute, type Route } from '../route.ts';
import { lifecycleMistakes } from './templates.ts';
import { LifecycleField } from './webhook-view.ts';

const WebhookPath = OrganizationPath.extend({ webhookId: Id });
const PreviewBody = z.strictObject({ lifecycle: LifecycleField });

const Preview = z
  .object({
    messages: z.int().meta({ description: `Messages that were looked at: the newest ${TRIED_MESSAGES} at most.` }),
    withoutKey: z.int().meta({ description: 'Those that would have stayed ordinary messages.' }),
    withoutEffect: z.int().meta({ description: 'Those that resolve or acknowledge what was not firing.' }),
    alerts: z
      .array(
        z.object({
          key: z.string(),
          status: z.enum(alertStatuses),
          episode: z.int(),
          ...contentFields,
          priority: z.int().optional(),
          count: z.int(),
          firstAt: Time,
          lastAt: Time,
        }),
      )
      .meta({ description: 'What the others would have been, the newest first.' }),
    notes: z.array(z.string()).meta({ description: 'What went wrong, such as a template that failed.' }),
  })
  .meta({ id: 'LifecyclePreview' });

const timeOf = (milliseconds: number) => new Date(milliseconds).toISOString();

function previewView({ alerts, ...counts }: AlertsPreview) {
  return {
    ...counts,
    alerts: alerts.map(({ alert: { key, status, episode, count, firstAt, lastAt }, content }) => ({
      key,
      status,
      episode,
      ...content,
      count,
      firstAt: timeOf(firstAt),
      lastAt: timeOf(lastAt),
    })),
  };
}

/** Trying lifecycles out. */
export function lifecycleRoutes(deps: Deps): Route[] {
  return [
    defineRoute({
      method: 'post',
      path: '/organizations/{organizationId}/webhooks/{webhookId}/lifecycle/preview',
      access: 'member',
      tag: 'Webhooks',
      summary: 'Show which alerts the newest messages of a webhook would have been; nothing is stored',
      request: z.object({ params: WebhookPath, body: PreviewBody }),
      answer: { status: 200, schema: Preview },
      handle: async ({ params: { organizationId, webhookId }, body: { lifecycle } }) => {
        const mistakes = await lifecycleMistakes(lifecycle);
        if (mistakes !== undefined) return refused(mistakes);
        const webhook = await deps.store.readWebhook(organizationId, webhookId);
        if (webhook === undefined) return notFoundReply;
        const { messages, alerts, store: channels, bodies } = deps;
        const ports = { messages, alerts, channels, bodies, now: () => deps.now() };
        return shown(previewView(await previewAlerts(ports, { webhook, lifecycle })));
      },
    }),
  ];
}
