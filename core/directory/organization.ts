import * as z from 'zod/mini';

export const plans = ['free', 'pro', 'business'] as const;
export const Plan = z.enum(plans);
export type Plan = z.infer<typeof Plan>;

/** A tenant. Everything else belongs to exactly one organisation and is keyed by it. */
export const Organization = z.object({
  id: z.string(),
  name: z.string(),
  plan: Plan,
  /** Packs of 10,000 messages a month bought on top of the plan. */
  extraPacks: z.number(),
  createdAt: z.string(),
  /** Counts changes; the ETag of the resource and the condition of every write. */
  version: z.number(),
});
export type Organization = z.infer<typeof Organization>;

export const roles = ['member', 'admin', 'owner'] as const;
export const Role = z.enum(roles);
export type Role = z.infer<typeof Role>;

/** Whether `role` may do what needs `required`: each role may do everything the one before it may. */
export function roleAllows(role: Role, required: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(required);
}
