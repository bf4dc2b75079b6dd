import { z } from '@hono/zod-openapi';
import type { AuditActor } from '../../../core/directory/audit-entry.ts';
import { Id } from '../fields.ts';

/** Who did something, as answers name them. */
export const ActorView = z.object({
  type: z.enum(['user', 'token', 'system', 'anonymous']),
  id: Id.nullable(),
  name: z.string().nullable().meta({ description: 'Email address of a person, name of a token.' }),
});

/** An actor of the audit log as answers name them. */
export function actorView(actor: AuditActor): z.output<typeof ActorView> {
  switch (actor.type) {
    case 'system':
    case 'anonymous':
      return { type: actor.type, id: null, name: null };
    case 'token':
      return { type: actor.type, id: actor.id, name: actor.name };
    case 'user':
      return { type: actor.type, id: actor.id, name: actor.email };
    default:
      return actor satisfies never;
  }
}
