import { type CallContext, retrying } from './retrying.ts';
import type { ShardPosition, StreamApi, StreamRecord } from './stream-api.ts';

/** Wait after a page with records; below four calls a second and shard, as Lambda polls. */
const AFTER_DATA_MS = 250;
/** Waits after empty pages grow to this. */
const IDLE_MS = 1000;
/**
 * `latest`: behind the newest record. `oldest`: at the first one. `oldest-wanted`: at the first one that is not older
 * than following the stream, for a shard of which nobody knows how old it is.
 */
export type ShardStart = 'latest' | 'oldest' | 'oldest-wanted';

export interface ShardReaderOptions {
  readonly api: StreamApi;
  readonly shardId: string;
  readonly from: ShardStart;
  /** Whether a record is from before following the stream: such are not wanted where a position is uncertain. */
  readonly isOld: (record: StreamRecord) => boolean;
  readonly onRecord: (record: StreamRecord) => void;
}

/** Reads one shard from its starting point to its end, whatever happens to its iterators meanwhile. */
export class ShardReader {
  readonly #options: ShardReaderOptions;
  readonly #context: CallContext;
  /** The next place to read from; undefined before `open` and when the shard has ended. */
  #iterator: string | undefined;
  #lastSequenceNumber: string | undefined;
  #dropsOld: boolean;
  #position: ShardPosition;

  constructor(options: ShardReaderOptions, context: CallContext) {
    this.#options = options;
    this.#context = context;
    this.#position = { kind: options.from === 'latest' ? 'latest' : 'oldest' };
    this.#dropsOld = options.from === 'oldest-wanted';
  }

  /** Takes the first iterator: from here on nothing that is written to the shard is missed. */
  async open(): Promise<void> {
    this.#iterator = await this.#newIterator();
  }

  /** Reads until the shard has ended and is drained, or until reading is stopped. */
  async run(): Promise<void> {
    const { clock, signal } = this.#context;
    let wait = AFTER_DATA_MS;
    while (this.#iterator !== undefined && !signal.aborted) {
      const count = await this.#readPage(this.#iterator);
      wait = count > 0 ? AFTER_DATA_MS : Math.min(wait * 2, IDLE_MS);
      if (this.#iterator !== undefined) await clock.sleep(wait, signal);
    }
  }

  /** @returns how many records there were; the shard's next iterator is set. */
  async #readPage(iterator: string): Promise<number> {
    const page = await retrying(async () => this.#options.api.read(iterator), this.#context);
    switch (page?.kind) {
      case 'page':
        this.#iterator = page.next;
        return this.#takeAll(page.records);
      case 'expired':
        this.#position = this.#positionAfterExpiry();
        this.#iterator = await this.#newIterator();
        return 0;
      case 'trimmed':
        this.#restartFromOldest();
        this.#iterator = await this.#newIterator();
        return 0;
      case 'gone':
      case undefined:
        this.#iterator = undefined;
        return 0;
    }
  }

  async #newIterator(): Promise<string | undefined> {
    const { api, shardId } = this.#options;
    for (;;) {
      const answer = await retrying(async () => api.iterator(shardId, this.#position), this.#context);
      if (answer?.kind === 'iterator') return answer.value;
      if (answer === undefined || answer.kind === 'gone') return undefined;
      this.#restartFromOldest();
      await this.#context.clock.sleep(AFTER_DATA_MS, this.#context.signal);
    }
  }

  #takeAll(records: Iterable<StreamRecord>): number {
    let count = 0;
    for (const record of records) {
      this.#take(record);
      count += 1;
    }
    return count;
  }

  #take(record: StreamRecord): void {
    this.#lastSequenceNumber = record.sequenceNumber;
    if (this.#dropsOld && this.#options.isOld(record)) return;
    this.#options.onRecord(record);
  }

  /** Behind the last record. Before the first one "the newest" would skip what came since, so it is the oldest. */
  #positionAfterExpiry(): ShardPosition {
    if (this.#lastSequenceNumber !== undefined) return { kind: 'after', sequenceNumber: this.#lastSequenceNumber };
    this.#restartFromOldest();
    return this.#position;
  }

  /** What was read or skipped before may come again: at least not what is older than following the stream. */
  #restartFromOldest(): void {
    this.#context.log('warn', 'stream.position-lost', { shardId: this.#options.shardId });
    this.#position = { kind: 'oldest' };
    this.#dropsOld = true;
  }
}
