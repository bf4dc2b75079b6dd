/**
 * What the Live Stream service needs of AWS, in a process of its own: a directory in which every stream exists, an event
 * stream with one shard, and a table for counts. Answers at once, so that what is measured is the service.
 */
import { createServer } from 'node:http';
import { marshall } from '@aws-sdk/util-dynamodb';
import { directoryKeys } from '../../adapters/aws/directory/directory-keys.ts';

/** Of one answer, as DynamoDB Streams has it. */
const MAX_RECORDS = 1000;

const records: object[] = [];

const answers: Record<string, (input: Record<string, never>) => object> = {
  DescribeTable: () => ({ Table: { LatestStreamArn: 'arn:aws:dynamodb:us-east-1:000000000000:table/x/stream/1' } }),
  DescribeStream: () => ({ StreamDescription: { Shards: [{ ShardId: 'shardId-00000000000000000001-00000001' }] } }),
  GetShardIterator: () => ({ ShardIterator: String(records.length) }),
  GetRecords: ({ ShardIterator }) => {
    const from = Number(ShardIterator);
    const page = records.slice(from, from + MAX_RECORDS);
    return { Records: page, NextShardIterator: String(from + page.length) };
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

process.on('message', (rows: object[]) => {
  for (const row of rows) {
    const dynamodb = { SequenceNumber: String(records.length + 1), NewImage: marshall(row) };
    records.push({ eventName: 'INSERT', dynamodb });
  }
});
process.on('disconnect', () => process.exit(0));
server.listen(0, '127.0.0.1', () => process.send?.(server.address()));
