/** Lengths of time that figures are kept for. */
export const buckets = ['5m', '1h', '1d'] as const;
export type Bucket = (typeof buckets)[number];

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** How long each is, milliseconds. All begin at whole numbers of them in UTC. */
export const BUCKET_MS: Readonly<Record<Bucket, number>> = {
  '5m': 5 * MINUTE_MS,
  '1h': 60 * MINUTE_MS,
  '1d': DAY_MS,
};

/** How long after their end figures can be read: 31 days, and 13 months. */
const KEPT_MS: Readonly<Record<Bucket, number>> = { '5m': 31 * DAY_MS, '1h': 400 * DAY_MS, '1d': 400 * DAY_MS };

/** When the bucket begins that `time` falls into; both epoch milliseconds. */
export function startOf(bucket: Bucket, time: number): number {
  return Math.floor(time / BUCKET_MS[bucket]) * BUCKET_MS[bucket];
}

/** When the figures of the bucket that begins at `start` are removed, epoch milliseconds. */
export function removedAt(bucket: Bucket, start: number): number {
  return start + BUCKET_MS[bucket] + KEPT_MS[bucket];
}
