import { backoffMs } from '../../backoff.ts';
import type { RowSink } from '../live-event-source.ts';
import { type CallContext, STREAM_BACKOFF } from '../retrying.ts';
import type {
  Consumer,
  KinesisApi,
  KinesisPage,
  KinesisPosition,
  KinesisShard,
  KinesisSubscription,
} from '../../../adapters/aws/live/kinesis-api.ts';

export interface ShardSubscriptionOptions {
  readonly api: KinesisApi;
  readonly consumer: Consumer;
  readonly shardId: string;
  readonly from: KinesisPosition;
  readonly sink: RowSink;
}

/** Kinesis allows one call a second for each consumer and shard. */
const SUBSCRIBE_AGAIN_MS = 1000;

/** Follows one shard from a position to its end, through as many subscriptions as it takes. */
export interface ShardSubscription {
  /** Settles when subscribed for the first time: from here on nothing that comes to the shard is missed. */
  open(): Promise<void>;
  /** Reads to the shard's end. @returns the shards that take over; none when reading was stopped. */
  run(): Promise<readonly KinesisShard[]>;
}

/** Subscribes to nothing before it is opened. */
export function createShardSubscription(options: ShardSubscriptionOptions, context: CallContext): ShardSubscription {
  let position: KinesisPosition = options.from;
  let subscription: KinesisSubscription | undefined;

  /** @returns the last page when the shard has ended; undefined when only the subscription has. Never rejects. */
  async function read({ pages }: KinesisSubscription): Promise<KinesisPage | undefined> {
    const { signal, log } = context;
    try {
      for await (const page of pages) {
        if (signal.aborted) return undefined;
        for (const row of page.rows) pass(row);
        if (page.continueAfter === undefined) return page;
        position = { kind: 'after', sequenceNumber: page.continueAfter };
      }
    } catch (error) {
      if (!signal.aborted) log({ level: 'WARN', event: 'kinesis.subscription-lost', error });
    }
    return undefined;
  }

  /** One row that cannot be handled must not end the reading of its shard. */
  function pass(row: unknown): void {
    try {
      options.sink(row);
    } catch (error) {
      context.log({ level: 'ERROR', event: 'stream.reader-failed', error });
    }
  }

  /** @returns undefined when there is no such shard any more, or reading was stopped. */
  async function subscribe(): Promise<KinesisSubscription | undefined> {
    const { clock, log, signal } = context;
    const { api, consumer, shardId } = options;
    for (let tries = 0; !signal.aborted; tries += 1) {
      try {
        const answer = await api.subscribe({ consumer, shardId, position, signal });
        if (answer.kind === 'subscription') return answer;
        if (answer.kind === 'gone') return undefined;
      } catch (error) {
        if (!signal.aborted && tries % 10 === 0)
          log({ level: 'WARN', event: 'kinesis.call-failed', tries: tries + 1, error });
      }
      await clock.sleep(SUBSCRIBE_AGAIN_MS + backoffMs(tries, STREAM_BACKOFF, clock), signal);
    }
    return undefined;
  }

  return {
    async open() {
      subscription = await subscribe();
    },

    async run() {
      const { clock, signal } = context;
      while (subscription !== undefined && !signal.aborted) {
        const last = await read(subscription);
        if (last !== undefined) return last.children;
        await clock.sleep(SUBSCRIBE_AGAIN_MS, signal);
        subscription = await subscribe();
      }
      return [];
    },
  };
}
