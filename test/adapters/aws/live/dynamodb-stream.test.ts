import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDynamoDbStream } from '../../../../adapters/aws/live/dynamodb-stream.ts';
import type { StreamApi } from '../../../../adapters/aws/live/stream-api.ts';

/** Answers of the service by operation, as AWS words them. */
let answers: Record<string, { status?: number; body: unknown; stops?: boolean }>;
let requests: { operation: string; headers: IncomingHttpHeaders; body: Record<string, unknown> }[];
let server: Server;
let stream: StreamApi;

beforeEach(async () => {
  answers = { DescribeTable: { body: { Table: { LatestStreamArn: 'arn:stream' } } } };
  requests = [];
  server = createServer((request, response) => {
    const operation = String(request.headers['x-amz-target']).split('.')[1]!;
    let text = '';
    request.on('data', (chunk) => (text += String(chunk)));
    request.on('end', () => {
      requests.push({ operation, headers: request.headers, body: JSON.parse(text) });
      const { status = 200, body, stops = false } = answers[operation]!;
      const bytes = typeof body === 'string' ? body : JSON.stringify(body);
      response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0', 'content-length': bytes.length });
      if (stops) response.write(bytes.slice(0, -1));
      else response.end(bytes);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const aws = {
    endpoint: `http://127.0.0.1:${port}`,
    region: 'us-east-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    maxAttempts: 1,
    requestHandler: { socketTimeout: 2000 },
  };
  stream = createDynamoDbStream({
    db: new DynamoDBClient(aws),
    streams: new DynamoDBStreamsClient(aws),
    table: 'Live',
  });
});

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

describe('the stream of a table', () => {
  it('is looked up once and listed page by page', async () => {
    answers['DescribeStream'] = {
      body: {
        StreamDescription: {
          Shards: [{ ShardId: 'shardId-1-a' }, { ShardId: 'shardId-2-b', ParentShardId: 'shardId-1-a' }],
          LastEvaluatedShardId: 'shardId-2-b',
        },
      },
    };

    const first = await stream.describe({});
    await stream.describe({ afterId: 'shardId-2-b', childrenOf: 'shardId-1-a' });

    expect(first).toEqual({
      kind: 'shards',
      shards: [{ id: 'shardId-1-a' }, { id: 'shardId-2-b', parentId: 'shardId-1-a' }],
      lastId: 'shardId-2-b',
    });
    expect(requests.map(({ operation }) => operation)).toEqual(['DescribeTable', 'DescribeStream', 'DescribeStream']);
    expect(requests[2]!.body).toEqual({
      StreamArn: 'arn:stream',
      ExclusiveStartShardId: 'shardId-2-b',
      ShardFilter: { Type: 'CHILD_SHARDS', ShardId: 'shardId-1-a' },
    });
  });

  it('is looked up anew with each listing of all shards: a restored table has another one', async () => {
    answers['DescribeStream'] = { body: { StreamDescription: { Shards: [] } } };
    answers['GetShardIterator'] = { body: { ShardIterator: 'it' } };
    await stream.describe({});
    answers['DescribeTable'] = { body: { Table: { LatestStreamArn: 'arn:stream-of-the-restored' } } };

    await stream.iterator('shardId-1-a', { kind: 'latest' });
    await stream.describe({});
    await stream.iterator('shardId-9-z', { kind: 'latest' });

    const asked = requests.filter(({ operation }) => operation !== 'DescribeTable');
    expect(asked.map(({ body }) => body['StreamArn'])).toEqual([
      'arn:stream',
      'arn:stream',
      'arn:stream-of-the-restored',
      'arn:stream-of-the-restored',
    ]);
  });

  it.each([
    [{ kind: 'latest' } as const, { ShardIteratorType: 'LATEST' }],
    [{ kind: 'oldest' } as const, { ShardIteratorType: 'TRIM_HORIZON' }],
    [
      { kind: 'after', sequenceNumber: '7' } as const,
      { ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber: '7' },
    ],
  ])('is read from %j', async (position, expected) => {
    answers['GetShardIterator'] = { body: { ShardIterator: 'it' } };

    const iterator = await stream.iterator('shardId-1-a', position);

    expect(iterator).toEqual({ kind: 'iterator', value: 'it' });
    expect(requests.at(-1)!.body).toEqual({ StreamArn: 'arn:stream', ShardId: 'shardId-1-a', ...expected });
  });

  it('gives inserted rows as objects, and nothing for removals', async () => {
    const dynamodb = { SequenceNumber: '1', ApproximateCreationDateTime: 1_795_166_300, NewImage: { n: { N: '1' } } };
    answers['GetRecords'] = {
      body: {
        Records: [
          { eventName: 'INSERT', dynamodb },
          { eventName: 'MODIFY', dynamodb: { ...dynamodb, SequenceNumber: '2' } },
          { eventName: 'REMOVE', dynamodb: { SequenceNumber: '3' } },
        ],
      },
    };

    const page = await stream.read('it');

    expect(page.kind === 'page' && { ...page, records: [...page.records] }).toEqual({
      kind: 'page',
      records: [
        { sequenceNumber: '1', createdAt: 1_795_166_300_000, inserted: { n: 1 } },
        { sequenceNumber: '2', createdAt: 1_795_166_300_000, inserted: undefined },
        { sequenceNumber: '3', createdAt: undefined, inserted: undefined },
      ],
      full: false,
    });
  });

  it.each([
    ['999 records', false, Array.from({ length: 999 }, () => ({}))],
    ['1,000 records', true, Array.from({ length: 1000 }, () => ({}))],
    ['almost a megabyte', true, [{ eventName: 'INSERT', dynamodb: { NewImage: { s: { S: 'a'.repeat(900_000) } } } }]],
  ])('says of %s whether there may be more: %s', async (_how, full, Records) => {
    answers['GetRecords'] = { body: { Records, NextShardIterator: 'next' } };

    expect(await stream.read('it')).toMatchObject({ kind: 'page', full });
  });

  it.each([
    ['ExpiredIteratorException', 'expired'],
    ['TrimmedDataAccessException', 'trimmed'],
    ['ResourceNotFoundException', 'gone'],
    ['LimitExceededException', 'throttled'],
    ['ThrottlingException', 'throttled'],
  ])('answers %s as %s', async (name, kind) => {
    const body = { __type: `com.amazonaws.dynamodb.v20120810#${name}`, message: 'no' };
    answers['GetRecords'] = { status: 400, body };

    expect(await stream.read('it')).toEqual({ kind });
  });

  it('is asked for records as AWS wants it: signed, by the form of its protocol', async () => {
    answers['GetRecords'] = { body: { Records: [], NextShardIterator: 'next' } };

    const page = await stream.read('it');

    expect(page).toMatchObject({ kind: 'page', next: 'next' });
    expect(requests[0]).toMatchObject({
      operation: 'GetRecords',
      body: { ShardIterator: 'it' },
      headers: {
        'content-type': 'application/x-amz-json-1.0',
        'x-amz-target': 'DynamoDBStreams_20120810.GetRecords',
        authorization: expect.stringMatching(
          /^AWS4-HMAC-SHA256 Credential=test\/\d{8}\/us-east-1\/dynamodb\/aws4_request, SignedHeaders=[^,]*host;[^,]*x-amz-target, Signature=[0-9a-f]{64}$/,
        ),
      },
    });
  });

  it.each([
    ['breaks off', { body: { Records: [] }, stops: true }, /inactivity/],
    ['is no JSON', { body: '<html>' }, /not valid JSON/],
    ['is an error without a name', { status: 502, body: '<html>' }, /answered 502/],
  ])('throws when the answer %s', async (_how, answer, message) => {
    answers['GetRecords'] = answer;

    await expect(stream.read('it')).rejects.toThrow(message);
  });

  it('throws what it does not know', async () => {
    answers['GetRecords'] = { status: 500, body: { __type: 'InternalServerError', message: 'no' } };

    await expect(stream.read('it')).rejects.toThrow('no');
  });
});
