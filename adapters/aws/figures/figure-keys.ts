import type { Bucket } from '../../../core/figures/bucket.ts';
import type { Place } from '../../../core/figures/count.ts';

/** A primary key of the Figures table. */
export type FigureKey = Readonly<{ pk: string; sk: string }>;

/** Partition of the figures of an organisation by buckets of one length. */
export function figurePartition(organizationId: string, bucket: Bucket): string {
  return `${organizationId}#${bucket}`;
}

/** What the sort keys of a bucket begin with: ISO 8601 sorts by time. */
export function sortTime(start: number): string {
  return new Date(start).toISOString();
}

/** Key of an item. */
export function figureKey({ organizationId, bucket, start, streamShard, path }: Place): FigureKey {
  return { pk: figurePartition(organizationId, bucket), sk: `${sortTime(start)}#${streamShard}#${path}` };
}

/** When the bucket begins that an item counts. */
export function startIn(sortKey: string): number {
  return Date.parse(sortKey.slice(0, sortKey.indexOf('#')));
}
