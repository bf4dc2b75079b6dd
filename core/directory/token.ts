import * as z from 'zod/mini';
import { AuditActor } from './audit-entry.ts';
import { Role } from './organization.ts';

/** What a token depends on; absent in tokens that were made before this was noted. */
const Standing = {
  /** Ids of whoever made it and of their makers, the first one first. It dies with each of them. */
  lineage: z.optional(z.array(z.string())),
  /** The person or organisation that daily limits count for; absent: the organisation of the token. */
  root: z.optional(z.string()),
  /** Epoch seconds after which it proves nothing. */
  expiresAt: z.optional(z.number()),
};

/** A management token of an organisation, as owners see it. The token itself is shown once and never stored. */
export const Token = z.object({
  id: z.string(),
  organizationId: z.string(),
  name: z.string(),
  role: Role,
  /** SHA-256 of the token, hex: the key of the item that a caller is recognised by. */
  tokenHash: z.string(),
  /** The first characters of the token, the only part that is shown again. */
  prefix: z.string(),
  createdAt: z.string(),
  /** Who made it; absent: it was made before that was noted. */
  maker: z.optional(AuditActor),
  ...Standing,
  /** ISO 8601 UTC, to the hour; absent: never used. */
  lastUsedAt: z.optional(z.string()),
});
export type Token = z.infer<typeof Token>;

/** What a presented token proves, found by its hash. */
export const TokenGrant = z.object({
  organizationId: z.string(),
  tokenId: z.string(),
  role: Role,
  name: z.string(),
  ...Standing,
  lastUsedAt: z.optional(z.string()),
});
export type TokenGrant = z.infer<typeof TokenGrant>;
