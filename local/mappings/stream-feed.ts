import { setTimeout as delay } from 'node:timers/promises';
import type { InvocationResult } from '../lambda/protocol.ts';
import type { StreamMapping } from './definitions.ts';
import type { MappingFeed } from './queue-feed.ts';
import { ShardFeed } from './shard-feed.ts';
import type { StreamPositions } from './stream-positions.ts';
import type { ShardRead, TableStream } from './table-stream.ts';

/** What a mapping from a stream works with. */
export interface StreamPorts {
  /** Opens the stream of a table. */
  readonly open: (table: string) => Promise<TableStream>;
  readonly positions: StreamPositions;
  readonly invoke: (event: object) => Promise<InvocationResult>;
  readonly isRepeated: () => boolean;
}

/** Lambda asks four times as often; this machine has other things to do. */
const POLL_MS = 1000;
/** How often new shards are looked for. */
const LOOK_MS = 10_000;

/** Feeds the changes of a table to a function: each shard apart, a child when its parent is read to its end. */
export function feedFromStream(definition: StreamMapping, ports: StreamPorts): MappingFeed {
  const stopping = new AbortController();
  const { signal } = stopping;
  const done = untilStopped(definition, signal, async () => {
    const stream = await ports.open(definition.table);
    const shards = new Map<string, Promise<void>>();
    const ended = new Set<string>();
    while (!signal.aborted) {
      const listed = await stream.shards();
      const known = new Set(listed.map(({ id }) => id));
      for (const { id, parentId } of listed) {
        if (shards.has(id) || (parentId !== undefined && known.has(parentId) && !ended.has(parentId))) continue;
        const read = untilStopped(definition, signal, async () => {
          await followShard(definition, ports, { stream, shardId: id, signal });
          ended.add(id);
        });
        shards.set(id, read);
      }
      await delay(LOOK_MS, undefined, { signal }).catch(() => {});
    }
    await Promise.all(shards.values());
  });
  return {
    stop: async () => {
      stopping.abort();
      await done;
    },
  };
}

/** Does the work, and begins anew after what went wrong, unless it is to stop. */
async function untilStopped({ name }: StreamMapping, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  while (!signal.aborted) {
    try {
      return await work();
    } catch (error) {
      if (signal.aborted) return;
      process.stderr.write(`${name}: ${error instanceof Error ? error.message : String(error)}\n`);
      await delay(POLL_MS, undefined, { signal }).catch(() => {});
    }
  }
}

interface Following {
  readonly stream: TableStream;
  readonly shardId: string;
  readonly signal: AbortSignal;
}

async function followShard(
  definition: StreamMapping,
  ports: StreamPorts,
  { stream, shardId, signal }: Following,
): Promise<void> {
  const place = { mapping: definition.name, stream: stream.arn, shard: shardId };
  const feed = new ShardFeed(
    definition,
    { id: shardId, streamArn: stream.arn },
    {
      invoke: ports.invoke,
      keep: (sequence) => ports.positions.keep(place, sequence),
      isRepeated: ports.isRepeated,
      now: Date.now,
      pause: async (milliseconds) => delay(milliseconds, undefined, { signal }),
    },
  );
  let iterator: string | undefined = await stream.iterator(shardId, ports.positions.read(place));
  while (!signal.aborted && iterator !== undefined) {
    const read: ShardRead = await stream.read(iterator);
    await feed.take(read.records);
    await feed.tick();
    iterator = read.next;
    if (read.records.length === 0) await delay(POLL_MS, undefined, { signal });
  }
  await feed.end();
}
