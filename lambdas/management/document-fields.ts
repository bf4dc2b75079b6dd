import { z } from '@hono/zod-openapi';
import { DOCUMENT_VERSION } from '../../core/document/document.ts';
import { KindField, ConfigField } from './routes/channel-view.ts';
import { NotifyOnProblems, RetrySchedule, UpdatesField } from './routes/channels.ts';
import { LifecycleField, PresetField, TemplatesField } from './routes/webhook-view.ts';
import { Name, SlugField } from './fields.ts';
import { FilterField } from './filter-field.ts';

/** A link as a document writes it. */
export const LinkEntryField = z.strictObject({
  enabled: z.boolean().optional().meta({ description: 'On when left out.' }),
  filter: FilterField.optional(),
  answers: z
    .boolean()
    .optional()
    .meta({ description: 'Its people may answer asks, and acknowledge and resolve alerts, where they read them.' }),
});

/** A channel as a document writes it. */
export const ChannelEntryField = z.strictObject({
  kind: KindField.meta({ description: 'Never changes.' }),
  name: Name,
  enabled: z.boolean().optional().meta({ description: 'On when left out.' }),
  config: ConfigField.refine((config) => !holdsNull(config), 'holds a null: leave the field out')
    .optional()
    .meta({ description: 'As the kind says, with `{ secret: name }` in place of each secret.' }),
  retrySchedule: RetrySchedule.optional(),
  notifyOnProblems: NotifyOnProblems.optional(),
  updates: UpdatesField.optional(),
});

/** A webhook as a document writes it. */
export const WebhookEntryField = z.strictObject({
  name: Name,
  enabled: z.boolean().optional().meta({ description: 'On when left out.' }),
  requireApiKey: z
    .boolean()
    .optional()
    .meta({ description: 'A webhook that a document makes has no key before one is issued: sends get 401.' }),
  preset: PresetField.optional().meta({ description: 'Chosen when the webhook is made; never changes.' }),
  templates: TemplatesField.optional(),
  lifecycle: LifecycleField.optional(),
  links: z.record(SlugField, LinkEntryField).optional().meta({ description: 'By the slug of the channel.' }),
});

/** A whole document (contract section 10). */
export const DocumentField = z.strictObject({
  version: z.literal(DOCUMENT_VERSION),
  channels: z.record(SlugField, ChannelEntryField).optional().meta({ description: 'By slug.' }),
  webhooks: z.record(SlugField, WebhookEntryField).optional().meta({ description: 'By slug.' }),
});

function holdsNull(value: unknown): boolean {
  if (typeof value !== 'object') return false;
  return value === null || Object.values(value).some(holdsNull);
}
