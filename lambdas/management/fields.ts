import { z } from '@hono/zod-openapi';
import { plans, roles } from '../../core/directory/organization.ts';

/** What people call things. */
export const Name = z
  .string()
  .min(1)
  .max(200)
  .refine((name) => name.trim() !== '', 'must not be blank')
  .meta({ description: 'Free text; need not be unique.', examples: ['Production alerts'] });

export const Email = z
  .email()
  .max(254)
  .meta({ examples: ['somebody@example.com'] });
export const Id = z.string().meta({ description: 'A prefix that says what it names, and a ULID.' });
/** A moment that somebody asks for, as epoch milliseconds. */
export const Moment = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text));
export const Time = z.iso.datetime().meta({ description: 'ISO 8601, UTC.' });
export const RoleField = z.enum(roles);
export const PlanField = z.enum(plans);

export const OrganizationPath = z.object({ organizationId: Id });
export const WebhookPath = OrganizationPath.extend({ webhookId: Id });
export const ChannelPath = OrganizationPath.extend({ channelId: Id });
