import type { Stats } from '../api/types.ts';

export type Point = Stats['series'][number]['points'][number];

/** What is counted of a stretch of time. */
export interface Counts {
  readonly messages: number;
  readonly delivered: number;
  readonly failed: number;
  readonly pending: number;
}

const NONE: Counts = { messages: 0, delivered: 0, failed: 0, pending: 0 };

/** The counts of all points together. */
export function sumOf(points: readonly Point[]): Counts {
  return points.reduce(
    (sum: Counts, { messages, delivered, failed, pending }) => ({
      messages: sum.messages + messages,
      delivered: sum.delivered + delivered,
      failed: sum.failed + failed,
      pending: sum.pending + pending,
    }),
    NONE,
  );
}

/** How many of the deliveries that have ended arrived, 0 to 1; `undefined`: none has ended. */
export function successOf({ delivered, failed }: Pick<Counts, 'delivered' | 'failed'>): number | undefined {
  return delivered + failed === 0 ? undefined : delivered / (delivered + failed);
}

/** What was to be delivered, however it ended. */
export const deliveriesOf = ({ delivered, failed, pending }: Counts): number => delivered + failed + pending;

/** The newest point in which anything was delivered says how long that takes. */
export function newestP95(points: readonly Point[]): number | undefined {
  return points.findLast(({ p95Ms }) => p95Ms !== null)?.p95Ms ?? undefined;
}

/** A stretch of time and its counts. */
export interface Bar extends Counts {
  /** Epoch milliseconds. */
  readonly from: number;
  readonly to: number;
}

/** Points put together, `perBar` to a bar, the oldest first. */
export function barsOf(points: readonly Point[], bucketMs: number, perBar: number): Bar[] {
  return Array.from({ length: Math.ceil(points.length / perBar) }, (_, index) => {
    const part = points.slice(index * perBar, (index + 1) * perBar);
    const from = Date.parse(part[0]?.at ?? '');
    return { from, to: from + part.length * bucketMs, ...sumOf(part) };
  });
}

const whole = new Intl.NumberFormat();
const short = new Intl.NumberFormat(undefined, { notation: 'compact', maximumFractionDigits: 1 });
const LONG = 100_000;

/** A count that can be read across a room. */
export const inFigures = (count: number): string => (count >= LONG ? short : whole).format(count);

/** A share as a percentage that says 100 only of everything, and 0 only of nothing. */
export function inPercent(share: number): string {
  if (share === 0 || share === 1) return `${share * 100}\u00a0%`;
  const digits = share > 0.9 ? 2 : 1;
  const limit = 100 - 10 ** -digits;
  return `${Math.min(limit, Math.max(10 ** -digits, share * 100)).toFixed(digits)}\u00a0%`;
}
