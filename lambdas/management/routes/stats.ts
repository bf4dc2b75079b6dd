import { z } from '@hono/zod-openapi';
import { readAsOf } from '../../../core/figures/as-of.ts';
import { buckets } from '../../../core/figures/bucket.ts';
import { countBuckets, type FigureSpan, MAX_BUCKETS, readSeries, widened } from '../../../core/figures/stats.ts';
import type { Deps } from '../deps.ts';
import { Id, Moment, Name, OrganizationPath, Time } from '../fields.ts';
import { weakTag } from '../not-modified.ts';
import { failed, shown } from '../reply.ts';
import { defineRoute, type Route } from '../route.ts';

const DAY_MS = 24 * 60 * 60_000;

const Query = z.strictObject({
  from: Moment.optional().meta({ description: 'Widened to a whole bucket; a day before `to` when it is left out.' }),
  to: Moment.optional().meta({ description: 'Widened to a whole bucket; now when it is left out.' }),
  bucket: z
    .enum(buckets)
    .default('1h')
    .meta({ description: '5 minutes are kept for 31 days, hours and days (UTC) for 13 months.' }),
  by: z.enum(['none', 'webhook', 'channel']).default('none'),
});

const PointView = z.object({
  at: Time.meta({ description: 'When the bucket begins.' }),
  messages: z.int().meta({ description: 'Accepted sends; of a channel those that were routed to it.' }),
  delivered: z.int(),
  failed: z.int(),
  skipped: z.int(),
  pending: z.int().meta({ description: 'Deliveries that are under way or wait for a retry.' }),
  p50Ms: z.int().nullable().meta({ description: 'From 201 to delivered, within 10 %; null when nothing was.' }),
  p95Ms: z.int().nullable(),
});

const StatsView = z
  .object({
    from: Time,
    to: Time.meta({ description: 'Not included.' }),
    bucket: z.enum(buckets),
    asOf: Time.meta({ description: 'What happened up to then is counted: a minute ago, unless counting is behind.' }),
    series: z.array(
      z.object({
        id: Id.nullable().meta({ description: 'Null: everything, or all series that the answer has no room for.' }),
        name: Name.nullable().meta({ description: 'Null as well when it was deleted.' }),
        points: z.array(PointView),
      }),
    ),
  })
  .meta({ id: 'Stats' });

const read = (deps: Deps) =>
  defineRoute({
    tag: 'Stats',
    method: 'get',
    path: '/organizations/{organizationId}/stats',
    access: 'member',
    summary: 'What was sent and what became of it over time, by when it was accepted; the busiest series first',
    request: z.object({ params: OrganizationPath, query: Query }),
    answer: { status: 200, schema: StatsView },
    handle: async ({ params: { organizationId }, query: { bucket, by, ...query } }) => {
      const now = deps.now();
      const until = query.to ?? now;
      const from = query.from ?? until - DAY_MS;
      const span = widened({ bucket, from, until });
      const problem = problemOf({ from, until }, span);
      if (problem !== undefined) return failed(400, 'Invalid request', [problem]);
      const [series, asOf] = await Promise.all([
        readNamedSeries(deps, { organizationId, span, by }),
        readAsOf(deps, organizationId, now),
      ]);
      const time = isoTime(asOf.time ?? span.from);
      const view = { from: isoTime(span.from), to: isoTime(span.until), bucket, asOf: time, series };
      // The time goes on while nothing happens: the same figures are the same answer, as long as counting keeps up.
      const etag = weakTag(JSON.stringify({ ...view, asOf: asOf.kind === 'current' ? '' : time }));
      return { ...shown(view), headers: { etag } };
    },
  });

async function readNamedSeries({ figures, names }: Deps, asked: Parameters<typeof readSeries>[1]) {
  const series = await readSeries(figures, asked);
  const nameOf = async (id: string | null): Promise<string | null> => {
    if (id === null || asked.by === 'none') return null;
    return (await names.readName(asked.organizationId, asked.by, id)) ?? null;
  };
  return Promise.all(series.map(async ({ id, points }) => ({ id, name: await nameOf(id), points })));
}

function problemOf(asked: Pick<FigureSpan, 'from' | 'until'>, span: FigureSpan) {
  if (asked.from > asked.until) return { path: 'from', message: 'must not be after `to`' };
  if (countBuckets(span) <= MAX_BUCKETS) return undefined;
  return { path: 'bucket', message: `at most ${MAX_BUCKETS} buckets are answered; ask for longer ones` };
}

const isoTime = (time: number) => new Date(time).toISOString();

/** Figures over time. */
export function statsRoutes(deps: Deps): Route[] {
  return [read(deps)];
}
