import * as z from 'zod/mini';
import { Role } from './organization.ts';

/** Somebody who signs in, or will. Known by the issuer and subject of their tokens, once they have. */
export const User = z.object({
  id: z.string(),
  /** As the issuer verified it at the first sign-in, or as an owner was set up with. */
  email: z.string(),
  createdAt: z.string(),
});
export type User = z.infer<typeof User>;

/** Where a person may act, and as what. */
export const Membership = z.object({ organizationId: z.string(), role: Role });
export type Membership = z.infer<typeof Membership>;

/** A person in one organisation. The id is the person's. */
export const Member = z.object({
  id: z.string(),
  organizationId: z.string(),
  email: z.string(),
  role: Role,
  createdAt: z.string(),
  /** Counts changes; the ETag of the resource and the condition of every write. */
  version: z.number(),
});
export type Member = z.infer<typeof Member>;

/** A person and all they may do. */
export interface Person {
  readonly user: User;
  readonly memberships: readonly Membership[];
}

/** An offer to join an organisation. Its token is shown once and never stored. */
export const Invitation = z.object({
  id: z.string(),
  organizationId: z.string(),
  email: z.string(),
  role: Role,
  /** SHA-256 of the token, hex. */
  tokenHash: z.string(),
  /** Ids of whoever made it and of their makers; it falls with each of them. Absent: it was made before this was noted. */
  lineage: z.optional(z.array(z.string())),
  createdAt: z.string(),
  /** Epoch seconds after which it counts as gone. */
  expiresAt: z.number(),
});
export type Invitation = z.infer<typeof Invitation>;

/** How addresses are compared: nobody tells two people apart by capital letters. */
export function sameEmail(left: string, right: string): boolean {
  return emailKey(left) === emailKey(right);
}

/** The form of an address that it is looked up by. */
export function emailKey(email: string): string {
  return email.trim().toLowerCase();
}
