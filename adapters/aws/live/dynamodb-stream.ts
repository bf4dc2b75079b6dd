import { DescribeTableCommand, type DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  DescribeStreamCommand,
  type DynamoDBStreamsClient,
  GetShardIteratorCommand,
  type GetShardIteratorCommandInput,
  ShardFilterType,
} from '@aws-sdk/client-dynamodb-streams';
import type { ShardPosition, StreamApi, StreamFault } from './stream-api.ts';
import { readRecords } from './read-records.ts';
import { createSignedPost, type SignedPost } from './signed-post.ts';

export interface DynamoDbStreamOptions {
  readonly db: DynamoDBClient;
  /** Without retries of its own: the reader paces them. */
  readonly streams: DynamoDBStreamsClient;
  readonly table: string;
}

/**
 * The stream of a table. Each listing of all shards looks up which stream that is: a table that was restored under its
 * name, or whose stream was switched off and on, has a new one, and the old one gets no more events.
 */
export function createDynamoDbStream(options: DynamoDbStreamOptions): StreamApi {
  let arn: string | undefined;
  let post: SignedPost | undefined;

  async function latestArn(): Promise<string> {
    const { Table } = await options.db.send(new DescribeTableCommand({ TableName: options.table }));
    if (Table?.LatestStreamArn === undefined) throw new Error(`The table ${options.table} has no stream.`);
    return (arn = Table.LatestStreamArn);
  }

  const streamArn = async (): Promise<string> => arn ?? latestArn();

  return {
    async describe({ afterId, childrenOf }) {
      return orFault(async () => {
        const isFirstPage = afterId === undefined && childrenOf === undefined;
        const { StreamDescription } = await options.streams.send(
          new DescribeStreamCommand({
            StreamArn: isFirstPage ? await latestArn() : await streamArn(),
            ...(afterId !== undefined && { ExclusiveStartShardId: afterId }),
            ...(childrenOf !== undefined && {
              ShardFilter: { Type: ShardFilterType.CHILD_SHARDS, ShardId: childrenOf },
            }),
          }),
        );
        const shards = (StreamDescription?.Shards ?? []).map(({ ShardId = '', ParentShardId }) => ({
          id: ShardId,
          ...(ParentShardId !== undefined && { parentId: ParentShardId }),
        }));
        const lastId = StreamDescription?.LastEvaluatedShardId;
        return { kind: 'shards', shards, ...(lastId !== undefined && { lastId }) };
      });
    },

    async iterator(shardId, position) {
      return orFault(async () => {
        const { ShardIterator } = await options.streams.send(
          new GetShardIteratorCommand({ StreamArn: await streamArn(), ShardId: shardId, ...placeOf(position) }),
        );
        if (ShardIterator === undefined) throw new Error('DynamoDB Streams gave no shard iterator.');
        return { kind: 'iterator', value: ShardIterator };
      });
    },

    async read(iterator) {
      return orFault(async () => readRecords((post ??= await createSignedPost(options.streams)), iterator));
    },
  };
}

function placeOf(position: ShardPosition): Pick<GetShardIteratorCommandInput, 'ShardIteratorType' | 'SequenceNumber'> {
  switch (position.kind) {
    case 'latest':
      return { ShardIteratorType: 'LATEST' };
    case 'oldest':
      return { ShardIteratorType: 'TRIM_HORIZON' };
    case 'after':
      return { ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber: position.sequenceNumber };
  }
}

/** Errors of the service that the reader can recover from. */
const FAULTS: Readonly<Record<string, StreamFault>> = {
  ExpiredIteratorException: { kind: 'expired' },
  TrimmedDataAccessException: { kind: 'trimmed' },
  ResourceNotFoundException: { kind: 'gone' },
  LimitExceededException: { kind: 'throttled' },
  ThrottlingException: { kind: 'throttled' },
  ProvisionedThroughputExceededException: { kind: 'throttled' },
  RequestLimitExceeded: { kind: 'throttled' },
};

async function orFault<Answer>(call: () => Promise<Answer>): Promise<Answer | StreamFault> {
  try {
    return await call();
  } catch (error) {
    const fault = error instanceof Error ? FAULTS[error.name] : undefined;
    if (fault === undefined) throw error;
    return fault;
  }
}
