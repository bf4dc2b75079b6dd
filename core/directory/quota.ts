import type { Organization, Plan } from './organization.ts';

/** Messages a month that each plan includes (specification section 8). */
const monthlyMessages: Record<Plan, number> = { free: 3_000, pro: 25_000, business: 500_000 };

/** Messages in one extra pack; packs exist on pro and business only. */
const EXTRA_PACK_MESSAGES = 10_000;

/** Messages that `organization` may send in one month. */
export function monthlyLimit({ plan, extraPacks }: Pick<Organization, 'plan' | 'extraPacks'>): number {
  return monthlyMessages[plan] + (plan === 'free' ? 0 : extraPacks * EXTRA_PACK_MESSAGES);
}

/** The month, UTC, that a send at `now` (epoch milliseconds) counts in: `2026-11`. */
export function monthOf(now: number): string {
  return new Date(now).toISOString().slice(0, 7);
}

/** The state of a monthly quota when a send met it. */
export type QuotaCheck =
  | { readonly kind: 'ok' }
  | { readonly kind: 'exceeded'; readonly limit: number; readonly usage: number; readonly plan: Plan };
