import * as z from 'zod/mini';

/** One line of an organisation's audit log: who did what to what, and when. */
export const AuditEntry = z.object({
  /** ULID: the entry's place in the log. */
  id: z.string(),
  organizationId: z.string(),
  /** ISO 8601 UTC. */
  at: z.string(),
  /** `system` is the router itself. */
  actor: z.object({ type: z.literal('system') }),
  action: z.literal('channel.disabled'),
  /** The id of what was changed. */
  target: z.string(),
  reason: z.string(),
  /** Epoch seconds after which the entry counts as gone. */
  expiresAt: z.number(),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

export const AUDIT_LIFETIME_SECONDS = 365 * 24 * 60 * 60;
