/**
 * What the Live Stream service needs of AWS, in a process of its own: a directory in which every stream exists, an event
 * stream with as many shards as its argument says, and a table for counts. Answers at once, so that what is measured is the service.
 */
import { createServer } from 'node:http';
import { marshall } from '@aws-sdk/util-dynamodb';
import { directoryKeys } from '../../adapters/aws/directory/directory-keys.ts';

/** Of one answer, as DynamoDB Streams has it. */
const MAX_RECORDS = 1000;

/** The records of each shard. */
const shards = Array.from({ length: Number(process.argv[2]) }, (): object[] => []);
const idOf = (shard: number): string => `shardId-00000000000000000001-${String(shard).padStart(8, '0')}`;

const answers: Record<string, (input: Record<string, never>) => object> = {
  DescribeTable: () => ({ Table: { LatestStreamArn: 'arn:aws:dynamodb:us-east-1:000000000000:table/x/stream/1' } }),
  DescribeStream: () => ({ StreamDescription: { Shards: shards.map((_, shard) => ({ ShardId: idOf(shard) })) } }),
  GetShardIterator: ({ ShardId }) => {
    const shard = shards.findIndex((_, index) => idOf(index) === ShardId);
    return { ShardIterator: `${shard} ${shards[shard]?.length}` };
  },
  GetRecords: ({ ShardIterator }) => {
    const [shard = 0, from = 0] = String(ShardIterator).split(' ').map(Number);
    const page = shards[shard]?.slice(from, from + MAX_RECORDS) ?? [];
    return { Records: page, NextShardIterator: `${shard} ${from + page.length}` };
  },
  GetItem: ({ Key }) => endpointOf(Object(Key)),
  Query: () => ({ Items: [], Count: 0 }),
};

/** The channel of a stream is named by the key of the stream. */
function endpointOf({ pk, sk }: { pk: { S: string }; sk: { S: string } }): object {
  if (sk.S !== directoryKeys.stream('').sk) return {};
  const config = { format: 'json', includePriority: true, includeTags: true, includePayload: true };
  return { Item: marshall({ organizationId: 'org', channelId: pk.S, enabled: true, config, pauses: [] }) };
}

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const operation = String(request.headers['x-amz-target']).split('.')[1] ?? '';
    const answer = answers[operation]?.(JSON.parse(Buffer.concat(chunks).toString())) ?? {};
    response.setHeader('content-type', 'application/x-amz-json-1.0');
    response.end(JSON.stringify(answer));
  });
});

process.on('message', (rows: { shard: number; row: object }[]) => {
  for (const { shard, row } of rows) {
    const records = shards[shard % shards.length] ?? [];
    const dynamodb = { SequenceNumber: String(records.length + 1), NewImage: marshall(row) };
    records.push({ eventName: 'INSERT', dynamodb });
  }
});
process.on('disconnect', () => process.exit(0));
server.listen(0, '127.0.0.1', () => process.send?.(server.address()));
