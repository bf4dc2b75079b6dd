import * as z from 'zod/mini';

/** What owns a webhook or a channel; absent: the people who made it by hand. */
export const ManagedBy = z.enum(['document', 'stack']);
export type ManagedBy = z.infer<typeof ManagedBy>;

/** What a webhook or a channel keeps of the document or stack that made it as it is. */
export const managedFields = {
  /** What documents know it by, unique among its kind in the organisation. */
  slug: z.exactOptional(z.string()),
  managedBy: z.exactOptional(ManagedBy),
  /** A digest of what it was when its owner last made it: what is different now was changed by hand. */
  applied: z.exactOptional(z.string()),
  /** The one resource of the one stack that owns it; absent: no stack does. */
  stack: z.exactOptional(z.string()),
};

/** A change of a slug; `null` removes it, `undefined` leaves it. */
export type SlugPatch = string | null | undefined;

/** The slug of what had one and gets this change. */
export function slugAfter(before: Managed, patch: SlugPatch): Pick<Managed, 'slug'> {
  const slug = patch === undefined ? before.slug : (patch ?? undefined);
  return slug === undefined ? {} : { slug };
}

/** The same as values. */
export interface Managed {
  readonly slug?: string;
  readonly managedBy?: ManagedBy;
  readonly applied?: string;
  readonly stack?: string;
}

/** On whose behalf things are made: of documents, or of one resource of a stack. */
export type Owner = { readonly managedBy: 'document' } | { readonly managedBy: 'stack'; readonly stack: string };
