import type { Clock } from '../../clock.ts';
import type { Heartbeats } from '../../../core/live/slot-table.ts';
import type { Log } from '../../../core/telemetry/telemetry.ts';
import type { LiveEventSource, RowSink } from '../live-event-source.ts';
import type { CallContext } from '../retrying.ts';
import { leaseConsumer } from './consumer-lease.ts';
import type { Consumer, KinesisApi, KinesisPosition, KinesisShard } from '../../../adapters/aws/live/kinesis-api.ts';
import { ShardSubscription } from './shard-subscription.ts';

export interface KinesisSourceOptions {
  readonly api: KinesisApi;
  readonly heartbeats: Heartbeats;
  readonly clock: Clock;
  readonly log: Log;
  /** How long `start` may take before it gives up, in milliseconds. */
  readonly startTimeoutMs: number;
}

/** Arrival times are of another clock: what is older than the start by less than this is read too, in milliseconds. */
const CLOCK_TOLERANCE_MS = 1000;
/** How often all shards are listed, in case a child was missed. */
const FULL_LISTING_MS = 60_000;

/**
 * Follows the Kinesis data stream of the LiveEvents table from now on, with a consumer of its own (enhanced fan-out):
 * up to twenty tasks may do so at the same time. Kinesis may bring a row twice; whoever takes the rows drops the second.
 *
 * @see https://docs.aws.amazon.com/kinesis/latest/APIReference/API_SubscribeToShard.html
 */
export class KinesisSource implements LiveEventSource {
  readonly #options: KinesisSourceOptions;
  #abort: AbortController | undefined;

  constructor(options: KinesisSourceOptions) {
    this.#options = options;
  }

  async start(sink: RowSink): Promise<void> {
    this.stop();
    const { api, heartbeats, clock, log, startTimeoutMs } = this.#options;
    const abort = new AbortController();
    this.#abort = abort;
    const context = { clock, log, signal: abort.signal };
    const timer = setTimeout(() => abort.abort(), startTimeoutMs);
    try {
      const at = clock.now() - CLOCK_TOLERANCE_MS;
      const consumer = await leaseConsumer(api, heartbeats, context);
      await new KinesisRun({ api, consumer, sink }, context).start({ kind: 'time', at });
    } catch (error) {
      abort.abort();
      throw error;
    } finally {
      clearTimeout(timer);
    }
    if (abort.signal.aborted) throw new Error(`The stream gave no subscriptions within ${startTimeoutMs} ms.`);
  }

  stop(): void {
    this.#abort?.abort();
    this.#abort = undefined;
  }
}

interface RunOptions {
  readonly api: KinesisApi;
  readonly consumer: Consumer;
  readonly sink: RowSink;
}

/** One stretch of following the stream, from `start` until its signal aborts. */
class KinesisRun {
  readonly #options: RunOptions;
  readonly #context: CallContext;
  readonly #reading = new Set<string>();
  readonly #finished = new Set<string>();

  constructor(options: RunOptions, context: CallContext) {
    this.#options = options;
    this.#context = context;
  }

  /** Settles when every open shard is subscribed to. */
  async start(from: KinesisPosition): Promise<void> {
    const shards = await this.#options.api.shards();
    await Promise.all(shards.map(async ({ id }) => this.#follow(id, from)));
    this.#inBackground(this.#listRegularly(from));
  }

  async #follow(shardId: string, from: KinesisPosition): Promise<void> {
    this.#reading.add(shardId);
    const subscription = new ShardSubscription({ ...this.#options, shardId, from }, this.#context);
    await subscription.open();
    this.#inBackground(subscription.run().then((children) => this.#finish(shardId, children)));
  }

  /** Only shards whose parents are all drained are begun: rows of one channel keep their order. */
  #finish(shardId: string, children: readonly KinesisShard[]): void {
    this.#reading.delete(shardId);
    this.#finished.add(shardId);
    this.#adopt(children, { kind: 'oldest' });
  }

  #adopt(shards: readonly KinesisShard[], from: KinesisPosition): void {
    if (this.#context.signal.aborted) return;
    for (const { id, parentIds } of shards) {
      if (this.#reading.has(id) || this.#finished.has(id)) continue;
      if (!parentIds.some((parent) => this.#reading.has(parent))) {
        this.#inBackground(this.#follow(id, from));
      }
    }
  }

  async #listRegularly(from: KinesisPosition): Promise<void> {
    const { clock, signal } = this.#context;
    while (!signal.aborted) {
      await clock.sleep(FULL_LISTING_MS, signal);
      if (signal.aborted) return;
      try {
        this.#adopt(await this.#options.api.shards(), from);
      } catch (error) {
        this.#failed(error);
      }
    }
  }

  #inBackground(work: Promise<void>): void {
    work.catch((error: unknown) => this.#failed(error));
  }

  #failed(error: unknown): void {
    this.#context.log({ level: 'ERROR', event: 'stream.reader-failed', error });
  }
}
