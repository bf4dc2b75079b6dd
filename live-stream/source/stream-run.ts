import { parsePosition, timeOf } from '../../core/live/position.ts';
import { backoffMs } from '../backoff.ts';
import type { RowSink } from './live-event-source.ts';
import { type CallContext, STREAM_BACKOFF } from './retrying.ts';
import { listShards, startingPoints } from './shard-graph.ts';
import { ShardReader, type ShardStart } from './shard-reader.ts';
import type { Shard, StreamApi, StreamRecord } from './stream-api.ts';

/** How often all shards are listed, in case a child was missed. */
const FULL_LISTING_MS = 60_000;
/** The same while there is no shard to read. */
const NO_SHARD_MS = 1000;
/** A finished shard stays listed for 24 hours; it is remembered for longer, so that it is not read again. */
const REMEMBER_FINISHED_MS = 48 * 60 * 60 * 1000;
const CHILD_TRIES = 6;
/** Ids are stamped by another clock, and before the write: what is older than the start by less than this is kept. */
const CLOCK_TOLERANCE_MS = 5000;

interface Options {
  readonly api: StreamApi;
  readonly sink: RowSink;
}

/** One stretch of following the stream, from `start` until its signal aborts. */
export class StreamRun {
  readonly #options: Options;
  readonly #context: CallContext;
  readonly #startedAt: number;
  readonly #reading = new Set<string>();
  /** When each finished shard was finished, epoch milliseconds. */
  readonly #finished = new Map<string, number>();

  constructor(options: Options, context: CallContext) {
    this.#options = options;
    this.#context = context;
    this.#startedAt = context.clock.now();
  }

  /** Resolves when every starting shard has its iterator. */
  async start(): Promise<void> {
    const shards = await listShards(this.#options, this.#context);
    const { starts, past } = startingPoints(shards, this.#startedAt);
    for (const id of past) this.#finished.set(id, this.#startedAt);
    await Promise.all(starts.map(async ({ shard, from }) => this.#follow(shard.id, from)));
    this.#inBackground(this.#listRegularly());
  }

  /** Opens a shard; reading it, and then its children, goes on in the background. */
  async #follow(shardId: string, from: ShardStart): Promise<void> {
    this.#reading.add(shardId);
    const reader = new ShardReader(
      {
        api: this.#options.api,
        shardId,
        from,
        isOld: (record) => timeOfRow(record) < this.#startedAt - CLOCK_TOLERANCE_MS,
        onRecord: ({ inserted }) => this.#pass(inserted),
      },
      this.#context,
    );
    await reader.open();
    this.#inBackground(reader.run().then(async () => this.#finish(shardId)));
  }

  /** One row that cannot be handled must not end the reading of its shard. */
  #pass(inserted: unknown): void {
    if (inserted === undefined || this.#context.signal.aborted) return;
    try {
      this.#options.sink(inserted);
    } catch (error) {
      this.#failed(error);
    }
  }

  /** Only a drained shard hands over to its children: rows of one channel keep their order. */
  async #finish(shardId: string): Promise<void> {
    const { clock, signal, log } = this.#context;
    if (signal.aborted) return;
    this.#reading.delete(shardId);
    this.#finished.set(shardId, clock.now());
    for (let tries = 0; tries < CHILD_TRIES && !signal.aborted; tries += 1) {
      const listed = await listShards({ api: this.#options.api, childrenOf: shardId }, this.#context);
      const children = listed.filter(({ parentId }) => parentId === shardId);
      if (children.length > 0) return this.#adopt(children, 'oldest');
      await clock.sleep(backoffMs(tries, STREAM_BACKOFF, clock), signal);
    }
    if (!signal.aborted) log('warn', 'stream.no-children', { shardId });
    await this.#adoptListed();
  }

  /**
   * Follows shards that nobody reads yet, from their beginning. One whose parent is being read, or is itself among
   * them, waits until that parent is drained.
   */
  #adopt(shards: readonly Shard[], from: ShardStart): void {
    if (this.#context.signal.aborted) return;
    const unknown = shards.filter(({ id }) => !this.#reading.has(id) && !this.#finished.has(id));
    const waitedFor = new Set([...this.#reading, ...unknown.map(({ id }) => id)]);
    for (const { id, parentId } of unknown) {
      if (parentId === undefined || !waitedFor.has(parentId)) this.#inBackground(this.#follow(id, from));
    }
  }

  async #listRegularly(): Promise<void> {
    const { clock, signal } = this.#context;
    while (!signal.aborted) {
      await clock.sleep(this.#reading.size === 0 ? NO_SHARD_MS : FULL_LISTING_MS, signal);
      await this.#adoptListed().catch((error: unknown) => this.#failed(error));
      for (const [id, at] of this.#finished) {
        if (at < clock.now() - REMEMBER_FINISHED_MS) this.#finished.delete(id);
      }
    }
  }

  async #adoptListed(): Promise<void> {
    this.#adopt(await listShards(this.#options, this.#context), 'oldest-wanted');
  }

  #inBackground(work: Promise<void>): void {
    work.catch((error: unknown) => this.#failed(error));
  }

  #failed(error: unknown): void {
    this.#context.log('error', 'stream.reader-failed', { error });
  }
}

/** When a row was stamped, by its own id; what has none goes by its record, which knows whole seconds only. */
function timeOfRow({ inserted, createdAt = Infinity }: StreamRecord): number {
  const id = typeof inserted === 'object' && inserted !== null && 'id' in inserted ? inserted.id : undefined;
  const position = typeof id === 'string' ? parsePosition(id) : undefined;
  return position === undefined ? createdAt : timeOf(position);
}
