import { z } from '@hono/zod-openapi';
import { monthOf } from '../../../core/directory/quota.ts';
import type { Deps } from '../deps.ts';
import { OrganizationPath } from '../fields.ts';
import { shown } from '../reply.ts';
import { defineRoute, type Route } from '../route.ts';

const MAX_MONTHS = 36;

const MonthView = z
  .object({
    month: z.string().meta({ description: 'UTC.', examples: ['2026-11'] }),
    messages: z.int().meta({ description: 'Accepted sends. Lags by up to 15 minutes.' }),
    deliveries: z
      .object({ delivered: z.int(), failed: z.int(), skipped: z.int(), pending: z.int() })
      .meta({ description: 'By outcome; counted again after 1, 6, 24 and 45 hours, when every outcome is final.' }),
  })
  .meta({ id: 'MonthUsage' });

const Query = z.strictObject({
  months: z.coerce.number().int().min(1).max(MAX_MONTHS).default(12).meta({ description: 'The current one included.' }),
});

const list = (deps: Deps) =>
  defineRoute({
    tag: 'Usage',
    method: 'get',
    path: '/organizations/{organizationId}/usage',
    access: 'member',
    summary: 'Messages and deliveries per month, newest first',
    request: z.object({ params: OrganizationPath, query: Query }),
    answer: { status: 200, schema: z.object({ items: z.array(MonthView) }).meta({ id: 'UsageHistory' }) },
    handle: async ({ params, query }) => {
      const months = lastMonths(deps.now(), query.months);
      const counted = await deps.usage.readMonths(params.organizationId, months);
      const items = counted.map(({ messages, ...deliveries }, index) => ({
        month: months[index],
        messages,
        deliveries,
      }));
      return shown({ items });
    },
  });

/** The month of `now` (epoch milliseconds) and the months before it, newest first. */
function lastMonths(now: number, count: number): string[] {
  const date = new Date(now);
  return Array.from({ length: count }, (_, back) =>
    monthOf(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - back)),
  );
}

/** What was sent and what became of it. */
export function usageRoutes(deps: Deps): Route[] {
  return [list(deps)];
}
