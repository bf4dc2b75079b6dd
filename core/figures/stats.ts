import { type Bucket, BUCKET_MS, startOf } from './bucket.ts';
import { percentile } from './durations.ts';
import type { FigurePage } from './page.ts';
import { addTallies, noTally, type Tally } from './tally.ts';

/** Reads figures. */
export interface FigureReader {
  /** The items of a bucket length that begin from `from` until before `until`; several may begin at the same time. */
  readPages(organizationId: string, span: FigureSpan): Promise<readonly DatedPage[]>;
}

/** Which figures to read. Epoch milliseconds. */
export interface FigureSpan {
  readonly bucket: Bucket;
  readonly from: number;
  /** Not included. */
  readonly until: number;
}

export interface DatedPage {
  readonly start: number;
  readonly page: FigurePage;
}

/** By what figures are told apart. */
export type Grouping = 'none' | 'webhook' | 'channel';

/** One bucket of a series. */
interface Point extends Omit<Tally, 'durations'> {
  /** ISO 8601 UTC: when the bucket begins. */
  readonly at: string;
  readonly p50Ms: number | null;
  readonly p95Ms: number | null;
}

export interface Series {
  /** Null: everything, or whatever has no series of its own. */
  readonly id: string | null;
  readonly points: readonly Point[];
}

/** So many points an answer holds at most, so that it fits into the answer of a function. */
const MAX_POINTS = 20_000;

/** A longer span asks for longer buckets. */
export const MAX_BUCKETS = 10_000;

/** The same span widened to whole buckets. It holds at least one. */
export function widened({ bucket, from, until }: FigureSpan): FigureSpan {
  const start = startOf(bucket, from);
  const end = startOf(bucket, until - 1) + BUCKET_MS[bucket];
  return { bucket, from: start, until: Math.max(end, start + BUCKET_MS[bucket]) };
}

/** How many buckets a widened span holds. */
export function countBuckets({ bucket, from, until }: FigureSpan): number {
  return (until - from) / BUCKET_MS[bucket];
}

/**
 * The series of a widened span, the busiest first, each with a point for every bucket. When there are more than fit
 * into an answer, those that are left are one series without an id.
 */
export async function readSeries(
  figures: FigureReader,
  { organizationId, span, by }: { readonly organizationId: string; readonly span: FigureSpan; readonly by: Grouping },
): Promise<Series[]> {
  const pages = await figures.readPages(organizationId, span);
  const sums = sumsOf(pages, by);
  if (by === 'none') return [{ id: null, points: pointsOf(span, sums.get('') ?? new Map()) }];
  const busiest = [...sums].sort(([, left], [, right]) => weightOf(right) - weightOf(left));
  const room = Math.max(1, Math.floor(MAX_POINTS / countBuckets(span)) - 1);
  const shown = busiest.slice(0, room).map(([id, sum]) => ({ id, points: pointsOf(span, sum) }));
  const others = busiest.slice(room).map(([, sum]) => sum);
  if (others.length === 0) return shown;
  return [...shown, { id: null, points: pointsOf(span, together(others)) }];
}

/** What was counted in each bucket, by the time at which it begins. */
type Sums = Map<number, Tally>;

function sumsOf(pages: readonly DatedPage[], by: Grouping): Map<string, Sums> {
  const sums = new Map<string, Sums>();
  for (const { start, page } of pages) {
    for (const [id, tally] of Object.entries(by === 'channel' ? page.channels : page.webhooks)) {
      const name = by === 'none' ? '' : id;
      const known = sums.get(name) ?? new Map();
      const counted = by === 'channel' ? { ...tally, messages: deliveriesOf(tally) } : tally;
      known.set(start, addTallies(known.get(start) ?? noTally, counted));
      sums.set(name, known);
    }
  }
  return sums;
}

/** Of a message a channel gets one delivery. */
function deliveriesOf({ delivered, failed, skipped, pending }: Tally): number {
  return delivered + failed + skipped + pending;
}

function weightOf(sums: Sums): number {
  return [...sums.values()].reduce((weight, tally) => weight + tally.messages + deliveriesOf(tally), 0);
}

function together(all: readonly Sums[]): Sums {
  const sum: Sums = new Map();
  for (const sums of all) {
    for (const [start, tally] of sums) sum.set(start, addTallies(sum.get(start) ?? noTally, tally));
  }
  return sum;
}

function pointsOf({ bucket, from, until }: FigureSpan, sums: Sums): Point[] {
  const points: Point[] = [];
  for (let start = from; start < until; start += BUCKET_MS[bucket])
    points.push(pointOf(start, sums.get(start) ?? noTally));
  return points;
}

/** What began before figures were kept has ends without beginnings: nothing is shown as less than nothing. */
function pointOf(start: number, { messages, delivered, failed, skipped, pending, durations }: Tally): Point {
  return {
    at: new Date(start).toISOString(),
    messages,
    delivered,
    failed,
    skipped,
    pending: Math.max(0, pending),
    p50Ms: percentile(durations, 0.5),
    p95Ms: percentile(durations, 0.95),
  };
}
