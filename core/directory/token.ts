import * as z from 'zod/mini';
import { Role } from './organization.ts';

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
  lastUsedAt: z.optional(z.string()),
});
export type TokenGrant = z.infer<typeof TokenGrant>;
