import { z } from '@hono/zod-openapi';
import type { Refusal } from '../../../core/directory/change-result.ts';
import type { Notification } from '../../../core/message/notification.ts';
import type { Lifecycle } from '../../../core/notification/lifecycle.ts';
import { presetStep } from '../../../core/notification/presets/apply-preset.ts';
import { readNotificationWith } from '../../../core/notification/read-notification-with.ts';
import { checkTemplates, type WantedTemplates } from '../../../core/notification/templates.ts';
import { contentFields, FormatField } from '../content-fields.ts';
import { OrganizationPath } from '../fields.ts';
import { failed, refused, shown } from '../reply.ts';
import { defineRoute, type Route } from '../route.ts';
import { PresetField, TemplatesField } from './webhook-view.ts';

const PreviewBody = z.strictObject({
  templates: TemplatesField.optional(),
  preset: PresetField.optional(),
  body: z
    .union([z.record(z.string(), z.unknown()), z.string()])
    .meta({ description: 'What would be sent: a JSON object, or the text of a body of any type.' }),
  headers: z
    .record(z.string().toLowerCase(), z.string())
    .optional()
    .meta({ description: 'Request headers. An object as body counts as application/json unless they say otherwise.' }),
});

const Preview = z
  .object({
    ...contentFields,
    priority: z.int().optional(),
    format: FormatField,
    notes: z.array(z.string()),
  })
  .meta({ id: 'NotificationPreview' });

/** Mistakes in templates that somebody wants to save, with line and column; `undefined` when they parse. */
export async function templateMistakes(templates: WantedTemplates | null = {}): Promise<Refusal | undefined> {
  const checked = await checkTemplates(templates ?? {});
  if (checked.kind === 'ok') return undefined;
  return {
    kind: 'invalid',
    issues: checked.details.map(({ path, message }) => ({ path: `templates.${path}`, message })),
  };
}

/** The same for the templates of a lifecycle. */
export async function lifecycleMistakes(lifecycle: Lifecycle | null | undefined): Promise<Refusal | undefined> {
  const sources = [lifecycle?.key, lifecycle?.status];
  if (sources.every((source) => source === undefined)) return undefined;
  // A template parses the same whatever it is for.
  const checked = await checkTemplates({ title: lifecycle?.key, message: lifecycle?.status });
  if (checked.kind === 'ok') return undefined;
  const issues = checked.details.map(({ path, message }) => {
    const field = path === 'title' ? 'key' : 'status';
    return { path: `lifecycle.${field}`, message };
  });
  return { kind: 'invalid', issues };
}

function requestOf({ body, headers = {} }: z.infer<typeof PreviewBody>) {
  if (typeof body === 'string') return { text: body, headers };
  return { text: JSON.stringify(body), headers: { 'content-type': 'application/json', ...headers } };
}

function previewOf({ content, format, notes }: Notification) {
  return { ...content, format, notes };
}

/** Trying templates and presets out. */
export function templateRoutes(): Route[] {
  return [
    defineRoute({
      method: 'post',
      path: '/organizations/{organizationId}/templates/preview',
      access: 'member',
      tag: 'Webhooks',
      summary: 'Show the notification that a body would become; nothing is stored or reached',
      request: z.object({ params: OrganizationPath, body: PreviewBody }),
      answer: { status: 200, schema: Preview },
      handle: async ({ body }) => {
        const mistakes = await templateMistakes(body.templates);
        if (mistakes !== undefined) return refused(mistakes);
        const options = { applyPreset: presetStep(body.preset), templates: body.templates };
        const result = await readNotificationWith(requestOf(body), options);
        return result.kind === 'notification'
          ? shown(previewOf(result.notification))
          : failed(400, 'Invalid request', [{ path: 'body', message: 'is declared as JSON but is no JSON object' }]);
      },
    }),
  ];
}
