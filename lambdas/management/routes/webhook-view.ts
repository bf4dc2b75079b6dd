import { z } from '@hono/zod-openapi';
import { isWebhookDrifted } from '../../../core/document/drift.ts';
import type { Webhook } from '../../../core/directory/webhook.ts';
import { AUTO_RESOLVE_SECONDS } from '../../../core/notification/lifecycle.ts';
import { presetNames } from '../../../core/notification/presets/preset-names.ts';
import { DriftField, Id, ManagedByField, Name, SlugField, Time } from '../fields.ts';
import { FilterField } from '../filter-field.ts';

const MAX_TEMPLATE_CHARACTERS = 10_000;

const Template = z.string().max(MAX_TEMPLATE_CHARACTERS);

/** The templates of a new webhook. */
export const TemplatesField = z
  .strictObject({
    title: Template.optional(),
    message: Template.optional(),
    priority: Template.optional(),
    tags: Template.optional(),
  })
  .meta({ id: 'Templates', description: 'Liquid templates that map fields of the body.' });

const TemplatePatch = Template.nullable().optional();

/** How a webhook groups its messages into alerts. */
export const LifecycleField = z
  .strictObject({
    key: Template.optional().meta({ description: 'What a message is about.' }),
    status: Template.optional().meta({ description: 'How that stands.' }),
    autoResolveSeconds: z.int().min(AUTO_RESOLVE_SECONDS.min).max(AUTO_RESOLVE_SECONDS.max).optional(),
  })
  .meta({ id: 'Lifecycle', description: 'Liquid templates; what has none is read as the preset or the body says.' });

/** A change of templates: `null` removes one. */
export const TemplatesPatch = z.strictObject({
  title: TemplatePatch,
  message: TemplatePatch,
  priority: TemplatePatch,
  tags: TemplatePatch,
});

export const PresetField = z.enum(presetNames);

/** A webhook as operators see it (contract section 6). */
export const WebhookView = z
  .object({
    id: Id,
    publicId: z.string().meta({ description: 'Secret: the last path segment of the endpoint URL.' }),
    endpointUrl: z.url(),
    name: Name,
    enabled: z.boolean(),
    requireApiKey: z.boolean(),
    apiKeyPrefix: z.string().nullable().meta({ description: 'The first 12 characters; null: no key was ever issued.' }),
    preset: PresetField.nullable(),
    templates: z.union([TemplatesField, z.null()]),
    lifecycle: z.union([LifecycleField, z.null()]).meta({ description: 'null: its messages are no alerts.' }),
    slug: z.union([SlugField, z.null()]),
    managedBy: ManagedByField,
    drift: DriftField,
    channels: z.array(z.object({ channelId: Id, enabled: z.boolean(), filter: FilterField, answers: z.boolean() })),
    createdAt: Time,
    updatedAt: Time,
  })
  .meta({ id: 'Webhook' });

/** A webhook with the key that was just issued. */
export const WebhookWithKeyView = WebhookView.extend({
  apiKey: z.string().optional().meta({ description: 'The whole key, shown this once.' }),
}).meta({ id: 'WebhookWithKey' });

export function webhookView(webhook: Webhook, publicBaseUrl: string) {
  const { id, publicId, name, enabled, requireApiKey, createdAt, updatedAt } = webhook;
  return {
    id,
    publicId,
    endpointUrl: `${publicBaseUrl}/n/${publicId}`,
    name,
    enabled,
    requireApiKey,
    apiKeyPrefix: webhook.apiKeyPrefix ?? null,
    preset: webhook.preset ?? null,
    templates: webhook.templates ?? null,
    lifecycle: webhook.lifecycle ?? null,
    slug: webhook.slug ?? null,
    managedBy: webhook.managedBy ?? null,
    drift: isWebhookDrifted(webhook),
    channels: webhook.links.map(({ channelId, enabled, filter, answers = false }) => ({
      channelId,
      enabled,
      filter,
      answers,
    })),
    createdAt,
    updatedAt,
  };
}
