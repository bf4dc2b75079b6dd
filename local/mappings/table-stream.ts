import { DescribeTableCommand, type DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  DescribeStreamCommand,
  type DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
  type GetShardIteratorCommandInput,
  TrimmedDataAccessException,
  type _Record,
} from '@aws-sdk/client-dynamodb-streams';
import { ACCOUNT, REGION } from '../assembly/attributes.ts';
import type { FeedRecord } from './shard-feed.ts';

/** A part of a stream that is read in order. */
interface StreamShard {
  readonly id: string;
  readonly parentId?: string | undefined;
}

/** What was read of a shard. */
export interface ShardRead {
  readonly records: readonly FeedRecord[];
  /** Absent: the shard has ended. */
  readonly next: string | undefined;
}

/** The stream of a table, as a mapping reads it. */
export interface TableStream {
  /** As functions are told it; it ends with the moment at which the stream was switched on. */
  readonly arn: string;
  shards(): Promise<readonly StreamShard[]>;
  /** After a record, or from the oldest one on. */
  iterator(shardId: string, after: string | undefined): Promise<string | undefined>;
  read(iterator: string): Promise<ShardRead>;
}

const OLDEST = { ShardIteratorType: 'TRIM_HORIZON' } as const;

/** The stream of a table of the engine. */
export async function openTableStream(
  clients: { readonly db: DynamoDBClient; readonly streams: DynamoDBStreamsClient },
  table: string,
): Promise<TableStream> {
  const { Table } = await clients.db.send(new DescribeTableCommand({ TableName: table }));
  const { LatestStreamArn: StreamArn, LatestStreamLabel = '' } = Table ?? {};
  if (StreamArn === undefined) throw new Error(`the table ${table} has no stream`);
  const arn = `arn:aws:dynamodb:${REGION}:${ACCOUNT}:table/${table}/stream/${isoLabel(LatestStreamLabel)}`;
  return {
    arn,

    async shards() {
      const shards: StreamShard[] = [];
      let after: string | undefined;
      do {
        const { StreamDescription } = await clients.streams.send(
          new DescribeStreamCommand({ StreamArn, ExclusiveStartShardId: after }),
        );
        for (const { ShardId = '', ParentShardId } of StreamDescription?.Shards ?? [])
          shards.push({ id: ShardId, parentId: ParentShardId });
        after = StreamDescription?.LastEvaluatedShardId;
      } while (after !== undefined);
      return shards;
    },

    async iterator(ShardId, after) {
      const place =
        after === undefined ? OLDEST : ({ ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber: after } as const);
      const ask = async (from: Pick<GetShardIteratorCommandInput, 'ShardIteratorType' | 'SequenceNumber'>) =>
        (await clients.streams.send(new GetShardIteratorCommand({ StreamArn, ShardId, ...from }))).ShardIterator;
      return ask(place).catch((error: unknown) => {
        if (error instanceof TrimmedDataAccessException) return ask(OLDEST);
        throw error;
      });
    },

    async read(ShardIterator) {
      const { Records = [], NextShardIterator } = await clients.streams.send(new GetRecordsCommand({ ShardIterator }));
      return { records: Records.map((record) => feedRecordOf(record, arn)), next: NextShardIterator };
    },
  };
}

/** DynamoDB names streams by an ISO time; the embedded engine by epoch seconds. */
function isoLabel(label: string): string {
  const seconds = Number(label);
  return Number.isNaN(seconds) ? label : new Date(seconds * 1000).toISOString().slice(0, -1);
}

/** @see https://docs.aws.amazon.com/lambda/latest/dg/with-ddb.html#events-sample-dynamodb */
function feedRecordOf({ eventID, eventName, eventVersion, dynamodb, userIdentity }: _Record, arn: string): FeedRecord {
  const at = dynamodb?.ApproximateCreationDateTime?.getTime() ?? 0;
  return {
    sequence: dynamodb?.SequenceNumber ?? '',
    at,
    event: {
      eventID,
      eventName,
      eventVersion,
      eventSource: 'aws:dynamodb',
      awsRegion: REGION,
      dynamodb: { ...dynamodb, ApproximateCreationDateTime: at / 1000 },
      ...(userIdentity === undefined ? {} : { userIdentity }),
      eventSourceARN: arn,
    },
  };
}
