import * as z from 'zod';
import type { InvocationResult } from '../lambda/protocol.ts';
import type { StreamMapping } from './definitions.ts';

/** A record of a stream as Lambda hands it over, and what a mapping goes by. */
export interface FeedRecord {
  readonly sequence: string;
  /** When it was written to the stream, epoch milliseconds. */
  readonly at: number;
  readonly event: object;
}

/** What feeding from a shard works with. */
export interface ShardFeedPorts {
  readonly invoke: (event: object) => Promise<InvocationResult>;
  /** Remembers that everything up to here is done. */
  readonly keep: (sequence: string) => void;
  /** Whether what was done comes once more: each record comes at least once. */
  readonly isRepeated: () => boolean;
  readonly now: () => number;
  /** Waits before the same batch is handed over again; rejects when the mapping is to stop. */
  readonly pause: (milliseconds: number) => Promise<void>;
}

/** Where the records come from. */
export interface FedShard {
  readonly id: string;
  readonly streamArn: string;
}

/** What an invocation may carry. */
const MAX_BYTES = 6 * 1024 * 1024 - 64 * 1024;
/** Streams forget what is older, and what was not handed over by then is lost. */
const RETENTION_MS = 24 * 60 * 60_000;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 60_000;

const Answer = z.object({ state: z.record(z.string(), z.unknown()) });

/** A window, and what the function carries on in it. */
interface Window {
  readonly start: number;
  state: Readonly<Record<string, unknown>>;
}

/**
 * Hands the records of one shard to a function as Lambda does: those that fit the filters, in order, gathered for a
 * while, one batch at a time, each of one window. A batch that fails is handed over again, before anything after it.
 *
 * @see https://docs.aws.amazon.com/lambda/latest/dg/services-ddb-windows.html
 * @see https://docs.aws.amazon.com/lambda/latest/dg/services-dynamodb-eventsourcemapping.html
 */
export class ShardFeed {
  readonly #mapping: StreamMapping;
  readonly #shard: FedShard;
  readonly #ports: ShardFeedPorts;
  #gathered: FeedRecord[] = [];
  #bytes = 0;
  /** When the first of them was gathered. */
  #since = 0;
  #window: Window | undefined;

  constructor(mapping: StreamMapping, shard: FedShard, ports: ShardFeedPorts) {
    this.#mapping = mapping;
    this.#shard = shard;
    this.#ports = ports;
  }

  /** Takes records as they are read, and hands over what is full or of another window. */
  async take(records: readonly FeedRecord[]): Promise<void> {
    for (const record of records) {
      if (!this.#mapping.matches(record.event)) continue;
      const start = this.#windowOf(record.at);
      if (this.#window !== undefined && this.#window.start < start) await this.#endWindow();
      this.#window ??= { start, state: {} };
      const bytes = Buffer.byteLength(JSON.stringify(record.event));
      if (this.#bytes + bytes > MAX_BYTES) await this.#handOver();
      if (this.#gathered.length === 0) this.#since = this.#ports.now();
      this.#gathered.push(record);
      this.#bytes += bytes;
      if (this.#gathered.length === this.#mapping.batchSize) await this.#handOver();
    }
    const last = records.at(-1);
    // What was passed over is done, too, unless something before it is not.
    if (last !== undefined && this.#gathered.length === 0) this.#ports.keep(last.sequence);
  }

  /** Hands over what was gathered for long enough, and ends a window that is over. */
  async tick(): Promise<void> {
    const now = this.#ports.now();
    if (this.#window !== undefined && now >= this.#window.start + this.#mapping.windowMs) return this.#endWindow();
    if (this.#gathered.length > 0 && now - this.#since >= this.#mapping.gatherMs) await this.#handOver();
  }

  /** The shard has ended: so has its window. */
  async end(): Promise<void> {
    if (this.#window !== undefined) await this.#endWindow();
  }

  #windowOf(time: number): number {
    return Math.floor(time / this.#mapping.windowMs) * this.#mapping.windowMs;
  }

  async #endWindow(): Promise<void> {
    if (this.#gathered.length > 0) await this.#handOver();
    await this.#invoke([], true);
    this.#window = undefined;
  }

  async #handOver(): Promise<void> {
    const batch = this.#gathered;
    await this.#invoke(batch, false);
    if (this.#ports.isRepeated()) await this.#invoke(batch, false);
    const last = batch.at(-1);
    if (last !== undefined) this.#ports.keep(last.sequence);
    this.#gathered = [];
    this.#bytes = 0;
  }

  /** Until it succeeds, or the stream has forgotten the records. */
  async #invoke(batch: readonly FeedRecord[], isFinal: boolean): Promise<void> {
    const window = this.#window;
    if (window === undefined) return;
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
      const result = await this.#ports.invoke(this.#eventOf(batch, window, isFinal));
      const answer = Answer.safeParse(result.kind === 'result' ? result.payload : undefined);
      if (answer.success) {
        window.state = answer.data.state;
        return;
      }
      const oldest = batch[0]?.at ?? window.start;
      if (oldest < this.#ports.now() - RETENTION_MS) return;
      await this.#ports.pause(pause);
    }
  }

  #eventOf(batch: readonly FeedRecord[], { start, state }: Window, isFinal: boolean): object {
    return {
      Records: batch.map(({ event }) => event),
      window: { start: new Date(start).toISOString(), end: new Date(start + this.#mapping.windowMs).toISOString() },
      state,
      shardId: this.#shard.id,
      eventSourceARN: this.#shard.streamArn,
      isFinalInvokeForWindow: isFinal,
      isWindowTerminatedEarly: false,
    };
  }
}
