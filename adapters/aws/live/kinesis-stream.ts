import {
  ConsumerStatus,
  DeregisterStreamConsumerCommand,
  DescribeStreamConsumerCommand,
  type KinesisClient,
  ListShardsCommand,
  ListStreamConsumersCommand,
  RegisterStreamConsumerCommand,
  type Consumer as SdkConsumer,
  ShardFilterType,
  ShardIteratorType,
  type StartingPosition,
  SubscribeToShardCommand,
  type SubscribeToShardEvent,
  type SubscribeToShardEventStream,
} from '@aws-sdk/client-kinesis';
import type { Consumer, KinesisApi, KinesisFault, KinesisPage, KinesisPosition, KinesisShard } from './kinesis-api.ts';
import { insertedRow } from './kinesis-record.ts';

export interface KinesisStreamOptions {
  readonly kinesis: Pick<KinesisClient, 'send'>;
  readonly streamArn: string;
  readonly sleep: (ms: number) => Promise<void>;
}

/** How often a new consumer is asked whether it is there, and for how long: it takes some seconds. */
const REGISTERING = { everyMs: 500, tries: 40 };

/** A subscription gets an event every few seconds, even without records: one that is silent for this long is dead. */
const SILENCE_MS = 35_000;

/** A Kinesis data stream that DynamoDB writes the changes of a table to. */
export function createKinesisStream(options: KinesisStreamOptions): KinesisApi {
  return {
    async shards() {
      const { kinesis, streamArn } = options;
      const shards: KinesisShard[] = [];
      for (let NextToken: string | undefined; ;) {
        const place = NextToken === undefined ? { StreamARN: streamArn, ShardFilter: AT_LATEST } : { NextToken };
        const page = await kinesis.send(new ListShardsCommand(place));
        for (const { ShardId = '', ParentShardId, AdjacentParentShardId } of page.Shards ?? []) {
          const parentIds = [ParentShardId, AdjacentParentShardId].filter((id) => id !== undefined);
          shards.push({ id: ShardId, parentIds });
        }
        if (page.NextToken === undefined) return shards;
        ({ NextToken } = page);
      }
    },

    async register(name) {
      const { kinesis, streamArn, sleep } = options;
      const place = { StreamARN: streamArn, ConsumerName: name };
      await kinesis.send(new RegisterStreamConsumerCommand(place));
      for (let tries = 0; tries < REGISTERING.tries; tries += 1) {
        const { ConsumerDescription } = await kinesis.send(new DescribeStreamConsumerCommand(place));
        if (ConsumerDescription?.ConsumerStatus === ConsumerStatus.ACTIVE) return consumerOf(ConsumerDescription);
        await sleep(REGISTERING.everyMs);
      }
      throw new Error('The consumer of the Kinesis stream does not become active.');
    },

    async consumers() {
      const { kinesis, streamArn } = options;
      const consumers: Consumer[] = [];
      for (let NextToken: string | undefined; ;) {
        const next = NextToken !== undefined && { NextToken };
        const page = await kinesis.send(new ListStreamConsumersCommand({ StreamARN: streamArn, ...next }));
        consumers.push(...(page.Consumers ?? []).map(consumerOf));
        if (page.NextToken === undefined) return consumers;
        ({ NextToken } = page);
      }
    },

    async deregister({ arn }) {
      await options.kinesis.send(new DeregisterStreamConsumerCommand({ ConsumerARN: arn }));
    },

    async subscribe({ consumer, shardId, position, signal }) {
      const command = new SubscribeToShardCommand({
        ConsumerARN: consumer.arn,
        ShardId: shardId,
        StartingPosition: startOf(position),
      });
      try {
        const { EventStream } = await options.kinesis.send(command, {
          abortSignal: signal,
          requestTimeout: SILENCE_MS,
        });
        if (EventStream === undefined) throw new Error('Kinesis gave no subscription.');
        return { kind: 'subscription', pages: pagesOf(EventStream) };
      } catch (error) {
        const fault = error instanceof Error ? FAULTS[error.name] : undefined;
        if (fault === undefined) throw error;
        return fault;
      }
    },
  };
}

const AT_LATEST = { Type: ShardFilterType.AT_LATEST };

const FAULTS: Readonly<Record<string, KinesisFault>> = {
  ResourceNotFoundException: { kind: 'gone' },
  ResourceInUseException: { kind: 'busy' },
  LimitExceededException: { kind: 'busy' },
};

function consumerOf({ ConsumerName = '', ConsumerARN = '', ConsumerCreationTimestamp }: SdkConsumer): Consumer {
  return { name: ConsumerName, arn: ConsumerARN, createdAt: ConsumerCreationTimestamp?.getTime() ?? 0 };
}

function startOf(position: KinesisPosition): StartingPosition {
  switch (position.kind) {
    case 'time':
      return { Type: ShardIteratorType.AT_TIMESTAMP, Timestamp: new Date(position.at) };
    case 'oldest':
      return { Type: ShardIteratorType.TRIM_HORIZON };
    case 'after':
      return { Type: ShardIteratorType.AFTER_SEQUENCE_NUMBER, SequenceNumber: position.sequenceNumber };
  }
}

/** @throws what the stream of events says went wrong: then it is subscribed to again. */
async function* pagesOf(events: AsyncIterable<SubscribeToShardEventStream>): AsyncGenerator<KinesisPage> {
  for await (const event of events) {
    if (event.SubscribeToShardEvent !== undefined) yield pageOf(event.SubscribeToShardEvent);
    else throw new Error(`The subscription ended: ${Object.keys(event).join()}.`);
  }
}

function pageOf({ Records, ContinuationSequenceNumber, ChildShards }: SubscribeToShardEvent): KinesisPage {
  const rows = (Records ?? []).flatMap(({ Data }) => (Data === undefined ? [] : insertedRow(Data)));
  const children = (ChildShards ?? []).map(({ ShardId = '', ParentShards }) => ({
    id: ShardId,
    parentIds: ParentShards ?? [],
  }));
  return {
    rows,
    children,
    ...(ContinuationSequenceNumber !== undefined && { continueAfter: ContinuationSequenceNumber }),
  };
}
