import type { Plan } from './organization.ts';

const webhooks: Record<Plan, number> = { free: 5, pro: 50, business: 500 };

/** How many webhooks a plan allows, disabled ones included. */
export function webhookLimitOf(plan: Plan): number {
  return webhooks[plan];
}
