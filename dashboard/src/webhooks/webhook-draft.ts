import type { Webhook } from '../api/types.ts';
import type { paths } from '../api/schema.d.ts';
import { isSameLifecycle, type LifecycleDraft, lifecycleDraftOf, lifecycleOf } from './lifecycle-draft.ts';

type Single = paths['/api/v1/organizations/{organizationId}/webhooks/{webhookId}'];

/** What of a webhook is to be another. */
export type WebhookPatch = Single['patch']['requestBody']['content']['application/json'];

/** What a webhook's templates map. */
export const TEMPLATE_FIELDS = ['title', 'message', 'priority', 'tags'] as const;
export type TemplateField = (typeof TEMPLATE_FIELDS)[number];

/** Templates as they are typed: an empty one is none. */
export type TemplateDraft = Readonly<Partial<Record<TemplateField, string>>>;

/** A webhook as the edit page has it. */
export interface WebhookDraft {
  readonly name: string;
  readonly enabled: boolean;
  readonly requireApiKey: boolean;
  readonly templates: TemplateDraft;
  /** `null`: its messages are no alerts. */
  readonly lifecycle: LifecycleDraft | null;
}

/** What of a webhook can be edited. */
export function draftOf({ name, enabled, requireApiKey, templates, lifecycle }: Webhook): WebhookDraft {
  return {
    name,
    enabled,
    requireApiKey,
    templates: { ...templates },
    lifecycle: lifecycle && lifecycleDraftOf(lifecycle),
  };
}

/** What has to be changed for the webhook to be as the draft; without keys when nothing has to. */
export function patchTo(webhook: Webhook, draft: WebhookDraft): WebhookPatch {
  const name = draft.name.trim();
  const { enabled, requireApiKey } = draft;
  const templates = templatesTo(webhook.templates ?? {}, draft.templates);
  const lifecycle = lifecycleOf(draft.lifecycle);
  return {
    ...(name !== webhook.name && { name }),
    ...(enabled !== webhook.enabled && { enabled }),
    ...(requireApiKey !== webhook.requireApiKey && { requireApiKey }),
    ...(Object.keys(templates).length > 0 && { templates }),
    ...(!isSameLifecycle(webhook.lifecycle, lifecycle) && { lifecycle }),
  };
}

function templatesTo(stored: TemplateDraft, draft: TemplateDraft) {
  const typed = (field: TemplateField) => (draft[field]?.trim() ? draft[field] : null);
  const changed = TEMPLATE_FIELDS.filter((field) => typed(field) !== (stored[field] ?? null));
  return Object.fromEntries(changed.map((field) => [field, typed(field)]));
}
