import { type Bucket, buckets, startOf } from './bucket.ts';
import type { FigureChanges } from './change.ts';
import { emptyPage, type Entry, type FigurePage, withEntries } from './page.ts';

/** Where an item of figures lies. Every shard of the stream has its own items, so that positions can be compared. */
export interface Place {
  readonly organizationId: string;
  readonly bucket: Bucket;
  /** Epoch milliseconds. */
  readonly start: number;
  readonly streamShard: string;
  /** Which part of a split item this is: the ending of the ids that it counts. */
  readonly path: string;
}

/** An item as it is stored. */
export interface StoredPage {
  /** All records up to here are counted, in this item or above. */
  readonly position: string;
  /** The item grew too large: records after `position` are counted below. */
  readonly isSplit: boolean;
  readonly page: FigurePage;
}

/** Keeps figures, one item per place. */
export interface PageStore {
  /** Strongly consistent. */
  read(place: Place): Promise<StoredPage | undefined>;
  /**
   * Writes the item unless it is no longer at the position `seen` (absent: not there yet).
   *
   * @returns `full` when it would be too large, and nothing was written
   */
  write(place: Place, seen: string | undefined, next: StoredPage): Promise<'written' | 'changed' | 'full'>;
}

/** What one invocation hands over: records of one shard of the stream, in their order. */
export interface Batch {
  readonly streamShard: string;
  readonly records: readonly (FigureChanges & { readonly sequence: string })[];
}

/** How many items are written at a time. */
const AT_ONCE = 25;
/** Another instance that counts the same batch gets ahead this many times at most. */
const MAX_TRIES = 8;
/** No id is shorter, and few ULIDs share an ending this long. */
const MAX_PATH = 6;

/**
 * Counts a batch. Each item holds the position in the stream up to which it counts, and is written only if it is still
 * at the position that was read: a batch that comes twice, in part, or to two instances at once counts once.
 *
 * @throws when an item could not be written: the batch must come again, before any later one.
 */
export async function countBatch(pages: PageStore, { streamShard, records }: Batch): Promise<number> {
  const places = entriesByPlace(streamShard, records);
  for (let start = 0; start < places.length; start += AT_ONCE) {
    const some = places.slice(start, start + AT_ONCE);
    await Promise.all(some.map(async ({ place, entries }) => countAt(pages, place, { entries, floor: '' })));
  }
  return places.length;
}

function entriesByPlace(streamShard: string, records: Batch['records']) {
  const places = new Map<string, { place: Place; entries: Entry[] }>();
  for (const { sequence, organizationId, messageId, acceptedAt, changes } of records) {
    for (const bucket of buckets) {
      const start = startOf(bucket, acceptedAt);
      const key = `${organizationId} ${bucket} ${start}`;
      const known = places.get(key) ?? { place: { organizationId, bucket, start, streamShard, path: '' }, entries: [] };
      for (const change of changes) known.entries.push({ ...change, sequence, messageId });
      if (known.entries.length > 0) places.set(key, known);
    }
  }
  return [...places.values()];
}

interface Counting {
  readonly entries: readonly Entry[];
  /** The position up to which everything is counted above. */
  readonly floor: string;
}

async function countAt(pages: PageStore, place: Place, { entries, floor }: Counting): Promise<void> {
  for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
    const stored = await pages.read(place);
    const { position, isSplit, page } = stored ?? { position: floor, isSplit: false, page: emptyPage };
    const fresh = entries.filter(({ sequence }) => isAfter(sequence, position));
    const last = fresh.at(-1);
    if (last === undefined) return;
    if (isSplit) return countBelow(pages, place, { entries: fresh, floor: position });
    const next = { position: last.sequence, isSplit: false, page: withEntries(page, fresh, place.bucket) };
    const written = await pages.write(place, stored?.position, next);
    if (written === 'written') return;
    // Its figures so far stay where they are; the next try finds the item split.
    if (written === 'full') await pages.write(place, stored?.position, { position, isSplit: true, page });
  }
  throw new Error(`figures changed under our hands ${MAX_TRIES} times`);
}

async function countBelow(pages: PageStore, place: Place, { entries, floor }: Counting): Promise<void> {
  const below = Map.groupBy(entries, ({ id }) => id.slice(-1 - place.path.length));
  await Promise.all(
    [...below].map(async ([path, some]) => countAt(pages, { ...place, path }, { entries: some, floor })),
  );
}

/** Sequence numbers are decimal numbers of up to 40 digits. */
function isAfter(sequence: string, position: string): boolean {
  return BigInt(sequence) > BigInt(position);
}

/** Whether an item may be split when it grows too large. */
export function maySplit({ path }: Place): boolean {
  return path.length < MAX_PATH;
}
