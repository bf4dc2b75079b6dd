import { parsePosition, timeOf } from '../../core/live/position.ts';
import { backoffMs } from '../backoff.ts';
import type { RowSink } from './live-event-source.ts';
import { type CallContext, STREAM_BACKOFF } from './retrying.ts';
import { createPollPace } from './poll-pace.ts';
import { listShards, startingPoints } from './shard-graph.ts';
import { createShardReader, type ShardStart } from './shard-reader.ts';
import type { Shard, StreamApi, StreamRecord } from '../../adapters/aws/live/stream-api.ts';

/** How often all shards are listed, in case a child was missed. */
const FULL_LISTING_MS = 60_000;
/** The same while there is no shard to read. */
const NO_SHARD_MS = 1000;
/** A finished shard stays listed for 24 hours; it is remembered for longer, so that it is not read again. */
const REMEMBER_FINISHED_MS = 48 * 60 * 60 * 1000;
const CHILD_TRIES = 6;
/** Ids are stamped by another clock, before the write, so rows up to this much older than the start are kept. */
const CLOCK_TOLERANCE_MS = 5000;

interface Options {
  readonly api: StreamApi;
  readonly sink: RowSink;
}

/** One stretch of following the stream, from `start` until its signal aborts. */
export interface StreamRun {
  /** Resolves when every starting shard has its iterator. */
  start(): Promise<void>;
}

/** A stretch that begins now: rows from before are not wanted. */
export function createStreamRun(options: Options, context: CallContext): StreamRun {
  const startedAt = context.clock.now();
  const pace = createPollPace(() => context.clock.now());
  const reading = new Set<string>();
  /** When each finished shard was finished, epoch milliseconds. */
  const finished = new Map<string, number>();

  /** Opens a shard; reading it, and then its children, goes on in the background. */
  async function follow(shardId: string, from: ShardStart): Promise<void> {
    reading.add(shardId);
    const reader = createShardReader(
      {
        api: options.api,
        shardId,
        from,
        pace,
        isOld: (record) => timeOfRow(record) < startedAt - CLOCK_TOLERANCE_MS,
        onRecord: ({ inserted }) => pass(inserted),
      },
      context,
    );
    await reader.open();
    inBackground(reader.run().then(async () => finish(shardId)));
  }

  /** One row that cannot be handled must not end the reading of its shard. */
  function pass(inserted: unknown): void {
    if (inserted === undefined || context.signal.aborted) return;
    try {
      options.sink(inserted);
    } catch (error) {
      failed(error);
    }
  }

  /** Only a drained shard hands over to its children: rows of one channel keep their order. */
  async function finish(shardId: string): Promise<void> {
    const { clock, signal, log } = context;
    if (signal.aborted) return;
    reading.delete(shardId);
    finished.set(shardId, clock.now());
    for (let tries = 0; tries < CHILD_TRIES && !signal.aborted; tries += 1) {
      const listed = await listShards({ api: options.api, childrenOf: shardId }, context);
      const children = listed.filter(({ parentId }) => parentId === shardId);
      if (children.length > 0) {
        pace.handOver(
          shardId,
          children.map(({ id }) => id),
        );
        return adopt(children, 'oldest');
      }
      await clock.sleep(backoffMs(tries, STREAM_BACKOFF, clock), signal);
    }
    pace.handOver(shardId, []);
    if (!signal.aborted) log({ level: 'WARN', event: 'stream.no-children', shardId });
    await adoptListed();
  }

  /**
   * Follows shards that nobody reads yet, from their beginning. One whose parent is being read, or is itself among
   * them, waits until that parent is drained.
   */
  function adopt(shards: readonly Shard[], from: ShardStart): void {
    if (context.signal.aborted) return;
    const unknown = shards.filter(({ id }) => !reading.has(id) && !finished.has(id));
    const waitedFor = new Set([...reading, ...unknown.map(({ id }) => id)]);
    for (const { id, parentId } of unknown) {
      if (parentId === undefined || !waitedFor.has(parentId)) inBackground(follow(id, from));
    }
  }

  async function listRegularly(): Promise<void> {
    const { clock, signal } = context;
    while (!signal.aborted) {
      await clock.sleep(reading.size === 0 ? NO_SHARD_MS : FULL_LISTING_MS, signal);
      await adoptListed().catch((error: unknown) => failed(error));
      for (const [id, at] of finished) {
        if (at < clock.now() - REMEMBER_FINISHED_MS) finished.delete(id);
      }
    }
  }

  async function adoptListed(): Promise<void> {
    adopt(await listShards(options, context), 'oldest-wanted');
  }

  function inBackground(work: Promise<void>): void {
    work.catch((error: unknown) => failed(error));
  }

  function failed(error: unknown): void {
    context.log({ level: 'ERROR', event: 'stream.reader-failed', error });
  }

  return {
    async start() {
      const shards = await listShards(options, context);
      const { starts, past } = startingPoints(shards, startedAt);
      for (const id of past) finished.set(id, startedAt);
      await Promise.all(starts.map(async ({ shard, from }) => follow(shard.id, from)));
      inBackground(listRegularly());
    },
  };
}

/** When a row was stamped: by its own id, or else by its record, which knows whole seconds only. */
function timeOfRow({ inserted, createdAt = Infinity }: StreamRecord): number {
  const id = typeof inserted === 'object' && inserted !== null && 'id' in inserted ? inserted.id : undefined;
  const position = typeof id === 'string' ? parsePosition(id) : undefined;
  return position === undefined ? createdAt : timeOf(position);
}
