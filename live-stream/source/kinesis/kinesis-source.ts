import type { Clock } from '../../clock.ts';
import type { Heartbeats } from '../../../core/live/slot-table.ts';
import type { Log } from '../../../core/telemetry/telemetry.ts';
import type { LiveEventSource, RowSink } from '../live-event-source.ts';
import type { CallContext } from '../retrying.ts';
import { createSourceOfRuns } from '../source-of-runs.ts';
import { leaseConsumer } from './consumer-lease.ts';
import type { Consumer, KinesisApi, KinesisPosition, KinesisShard } from '../../../adapters/aws/live/kinesis-api.ts';
import { createShardSubscription } from './shard-subscription.ts';

export interface KinesisSourceOptions {
  readonly api: KinesisApi;
  readonly heartbeats: Heartbeats;
  readonly clock: Clock;
  readonly log: Log;
  /** How long `start` may take before it gives up, in milliseconds. */
  readonly startTimeoutMs: number;
}

/**
 * Kinesis stamps arrivals by its own clock, so records up to this much older than the start are read too, in
 * milliseconds.
 */
const CLOCK_TOLERANCE_MS = 1000;
/** How often all shards are listed, in case a child was missed. */
const FULL_LISTING_MS = 60_000;

/**
 * Follows the Kinesis data stream of the LiveEvents table from now on, with a consumer of its own (enhanced fan-out):
 * up to twenty tasks may do so at the same time. Kinesis may bring a row twice; whoever takes the rows drops the second.
 *
 * @see https://docs.aws.amazon.com/kinesis/latest/APIReference/API_SubscribeToShard.html
 */
export function createKinesisSource({
  api,
  heartbeats,
  clock,
  log,
  startTimeoutMs,
}: KinesisSourceOptions): LiveEventSource {
  return createSourceOfRuns({ startTimeoutMs, awaited: 'subscriptions' }, async (sink, signal) => {
    const context = { clock, log, signal };
    const at = clock.now() - CLOCK_TOLERANCE_MS;
    const consumer = await leaseConsumer(api, heartbeats, context);
    await createKinesisRun({ api, consumer, sink }, context).start({ kind: 'time', at });
  });
}

interface RunOptions {
  readonly api: KinesisApi;
  readonly consumer: Consumer;
  readonly sink: RowSink;
}

/** One stretch of following the stream, from `start` until its signal aborts. */
interface KinesisRun {
  /** Settles when every open shard is subscribed to. */
  start(from: KinesisPosition): Promise<void>;
}

function createKinesisRun(options: RunOptions, context: CallContext): KinesisRun {
  const reading = new Set<string>();
  const finished = new Set<string>();

  async function follow(shardId: string, from: KinesisPosition): Promise<void> {
    reading.add(shardId);
    const subscription = createShardSubscription({ ...options, shardId, from }, context);
    await subscription.open();
    inBackground(subscription.run().then((children) => finish(shardId, children)));
  }

  /** Only shards whose parents are all drained are begun: rows of one channel keep their order. */
  function finish(shardId: string, children: readonly KinesisShard[]): void {
    reading.delete(shardId);
    finished.add(shardId);
    adopt(children, { kind: 'oldest' });
  }

  function adopt(shards: readonly KinesisShard[], from: KinesisPosition): void {
    if (context.signal.aborted) return;
    for (const { id, parentIds } of shards) {
      if (reading.has(id) || finished.has(id)) continue;
      if (!parentIds.some((parent) => reading.has(parent))) {
        inBackground(follow(id, from));
      }
    }
  }

  async function listRegularly(from: KinesisPosition): Promise<void> {
    const { clock, signal } = context;
    while (!signal.aborted) {
      await clock.sleep(FULL_LISTING_MS, signal);
      if (signal.aborted) return;
      try {
        adopt(await options.api.shards(), from);
      } catch (error) {
        failed(error);
      }
    }
  }

  function inBackground(work: Promise<void>): void {
    work.catch((error: unknown) => failed(error));
  }

  function failed(error: unknown): void {
    context.log({ level: 'ERROR', event: 'stream.reader-failed', error });
  }

  return {
    async start(from) {
      const shards = await options.api.shards();
      await Promise.all(shards.map(async ({ id }) => follow(id, from)));
      inBackground(listRegularly(from));
    },
  };
}
