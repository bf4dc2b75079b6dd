import * as z from 'zod/mini';

/** Who changed something: a person, a management token, the router itself, or somebody who only knew an address. */
export const AuditActor = z.discriminatedUnion('type', [
  z.object({ type: z.literal('system') }),
  z.object({ type: z.literal('anonymous') }),
  z.object({ type: z.literal('token'), id: z.string(), name: z.string() }),
  z.object({ type: z.literal('user'), id: z.string(), email: z.string() }),
]);
export type AuditActor = z.infer<typeof AuditActor>;

/** What the log calls changes. The word before the dot says what the target is. */
export type AuditAction =
  | `organization.${'created' | 'changed' | 'deleted' | 'document-applied'}`
  | `webhook.${'created' | 'changed' | 'deleted' | 'url-regenerated' | 'key-regenerated'}`
  | `webhook.${'channel-linked' | 'channel-unlinked' | 'tested'}`
  | `channel.${'created' | 'changed' | 'deleted' | 'tested' | 'disabled' | 'stream-id-regenerated'}`
  | `channel.${'push-url-regenerated' | 'browser-subscribed' | 'browser-unsubscribed'}`
  | `alert.${'acknowledged' | 'resolved'}`
  | 'ask.answered'
  | `message.${'replayed' | 'delivery-retried'}`
  | `member.${'joined' | 'changed' | 'removed'}`
  | `invitation.${'created' | 'deleted'}`
  | `suppression.${'created' | 'deleted'}`
  | `token.${'created' | 'deleted'}`
  | 'quota.warned';

const Fields = z.record(z.string(), z.unknown());

/** One line of an organisation's audit log: who did what to what, when, and from where. Never holds a secret. */
export const AuditEntry = z.object({
  /** ULID: the entry's place in the log. */
  id: z.string(),
  organizationId: z.string(),
  /** ISO 8601 UTC. */
  at: z.string(),
  actor: AuditActor,
  /** What was changed and how: an `AuditAction`, of this version or of another. */
  action: z.string(),
  /** The id of what was changed. */
  target: z.string(),
  /** Why the router itself changed it. */
  reason: z.optional(z.string()),
  /** The fields that are different now, as they were; absent for something new. */
  before: z.optional(Fields),
  /** The same fields as they are now; absent for something deleted. */
  after: z.optional(Fields),
  /** Where the request came from. */
  ip: z.optional(z.string()),
  /** Epoch seconds after which the entry counts as gone. */
  expiresAt: z.number(),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

export const AUDIT_LIFETIME_SECONDS = 365 * 24 * 60 * 60;
