import { z } from '@hono/zod-openapi';
import { ManagedBy } from '../../core/directory/managed.ts';
import { SLUG, SLUG_RULE } from '../../core/directory/slug.ts';
import { plans, roles } from '../../core/directory/organization.ts';

/** The name that people give something. */
export const Name = z
  .string()
  .min(1)
  .max(200)
  .refine((name) => name.trim() !== '', 'must not be blank')
  .meta({ description: 'Free text; need not be unique.', examples: ['Production alerts'] });

/** What documents and commands call a webhook or a channel. */
export const SlugField = z
  .string()
  .regex(SLUG, SLUG_RULE)
  .meta({ examples: ['production-alerts'] });

export const ManagedByField = z
  .enum(ManagedBy.options)
  .nullable()
  .meta({ description: 'What owns it: a document or a stack; null: people do.' });

export const DriftField = z.boolean().meta({ description: 'It was changed by hand since its owner made it.' });

export const Email = z
  .email()
  .max(254)
  .meta({ examples: ['somebody@example.com'] });
export const Id = z.string().meta({ description: 'A prefix that says what it names, and a ULID.' });
/** A moment in a request, as epoch milliseconds. */
export const Moment = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text));
export const Time = z.iso.datetime().meta({ description: 'ISO 8601, UTC.' });
export const RoleField = z.enum(roles);
export const PlanField = z.enum(plans);

export const OrganizationPath = z.object({ organizationId: Id });
export const WebhookPath = OrganizationPath.extend({ webhookId: Id });
export const ChannelPath = OrganizationPath.extend({ channelId: Id });
