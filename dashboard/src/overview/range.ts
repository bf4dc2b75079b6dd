import type { Stats } from '../api/types.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** A stretch of time up to now, and in which steps it is looked at. */
export interface Range {
  readonly id: string;
  readonly label: string;
  readonly words: string;
  readonly lengthMs: number;
  readonly bucket: Stats['bucket'];
  readonly bucketMs: number;
  /** What one step is called after "in the latest". */
  readonly bucketWords: string;
  /** How many steps one bar stands for. */
  readonly perBar: number;
}

const FIVE_MINUTES = { bucket: '5m', bucketMs: 5 * MINUTE_MS, bucketWords: '5 minutes' } as const;
const HOUR = { bucket: '1h', bucketMs: HOUR_MS, bucketWords: 'hour' } as const;
const DAY = { bucket: '1d', bucketMs: DAY_MS, bucketWords: 'day' } as const;

const LAST_DAY: Range = { id: '24h', label: '24 h', words: 'the last 24 hours', lengthMs: DAY_MS, ...HOUR, perBar: 1 };

/** The ranges to choose from. */
export const ranges: readonly Range[] = [
  { id: '1h', label: '1 h', words: 'the last hour', lengthMs: HOUR_MS, ...FIVE_MINUTES, perBar: 1 },
  { id: '6h', label: '6 h', words: 'the last 6 hours', lengthMs: 6 * HOUR_MS, ...FIVE_MINUTES, perBar: 2 },
  LAST_DAY,
  { id: '7d', label: '7 d', words: 'the last 7 days', lengthMs: 7 * DAY_MS, ...HOUR, perBar: 4 },
  { id: '30d', label: '30 d', words: 'the last 30 days', lengthMs: 30 * DAY_MS, ...DAY, perBar: 1 },
];

/** The range of this id; a day where there is none. */
export function toRange(id: string | null): Range {
  return ranges.find((range) => range.id === id) ?? LAST_DAY;
}

/** Fewer steps would let a range begin much earlier or later than it says. */
const MIN_STEPS = 6;

/** The same in longer steps, as far as it holds some: where only its sum is wanted, each step less is less to send. */
export function coarse(range: Range): Range {
  return { ...range, ...[DAY, HOUR].find(({ bucketMs }) => range.lengthMs >= bucketMs * MIN_STEPS) };
}

/** What to ask for: whole steps, so that the same question is asked until a step ends, and the answer can be 304. */
export function boundsOf({ lengthMs, bucketMs }: Range, now: number): { readonly from: string; readonly to: string } {
  const to = Math.ceil(now / bucketMs) * bucketMs;
  return { from: new Date(to - lengthMs).toISOString(), to: new Date(to).toISOString() };
}
