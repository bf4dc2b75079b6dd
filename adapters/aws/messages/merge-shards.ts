import type { MessageQuery } from '../../../core/delivery/message-history.ts';
import type { MessageRecord } from '../../../core/delivery/message-report.ts';
import type { Page } from '../../../core/directory/page.ts';
import { MAX_PAGE_CHARACTERS } from './message-rows.ts';
import type { MessageShardReader } from './message-shard-reader.ts';

/** How long one call may go on reading. Epoch milliseconds. */
export interface ReadTime {
  readonly now: () => number;
  /** At this time a page ends as it is. */
  readonly stopAt: number;
  /** From this time on, a full page no longer checks whether it is the last. */
  readonly fullStopAt: number;
}

/**
 * One page of the messages of all shards, newest first. It reads on in a shard only while that may hold a newer message
 * than the others have found.
 */
export async function mergeShards(
  shards: readonly MessageShardReader[],
  query: MessageQuery,
  { now, stopAt, fullStopAt }: ReadTime,
): Promise<Page<MessageRecord>> {
  const items: MessageRecord[] = [];
  let characters = 0;
  let last: string | undefined;
  for (;;) {
    const newest = newestOf(shards);
    const isFull = items.length === query.page.limit || characters > MAX_PAGE_CHARACTERS;
    if (isFull && last !== undefined && newest !== undefined) return { items, next: last };
    const behind = shardsBehind(shards, newest?.id ?? '');
    if (behind.length > 0) {
      if (isFull && last !== undefined && now() >= fullStopAt) return { items, next: last };
      if (now() >= stopAt) return { items, next: highestPosition(behind) };
      await Promise.all(behind.map(async (shard) => shard.readOn()));
      continue;
    }
    if (newest === undefined) return { items };
    const record = newest.shard.take();
    last = record.message.id;
    if (!(await query.accepts(record))) continue;
    items.push(record);
    characters += JSON.stringify(record).length;
  }
}

/** The shard that found the newest message, and the message's id. */
function newestOf(
  shards: readonly MessageShardReader[],
): { readonly shard: MessageShardReader; readonly id: string } | undefined {
  let newest: { shard: MessageShardReader; id: string } | undefined;
  for (const shard of shards) {
    const id = shard.head()?.message.id;
    if (id !== undefined && (newest === undefined || id > newest.id)) newest = { shard, id };
  }
  return newest;
}

/** The shards that hold nothing ready and may still find something above `id`. */
function shardsBehind(shards: readonly MessageShardReader[], id: string): MessageShardReader[] {
  return shards.filter((shard) => shard.head() === undefined && (shard.position() ?? '') > id);
}

function highestPosition(shards: readonly MessageShardReader[]): string {
  return shards.map((shard) => shard.position() ?? '').reduce((one, other) => (other > one ? other : one));
}
