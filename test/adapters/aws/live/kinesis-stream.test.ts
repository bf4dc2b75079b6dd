import { marshall } from '@aws-sdk/util-dynamodb';
import { beforeEach, describe, expect, it } from 'vitest';
import { createKinesisStream } from '../../../../adapters/aws/live/kinesis-stream.ts';
import type { KinesisApi } from '../../../../adapters/aws/live/kinesis-api.ts';

const CONSUMER = { name: 'live-stream-1', arn: 'arn:consumer', createdAt: 0 };

let calls: { readonly operation: string; readonly input: Record<string, unknown> }[];
/** What the service answers, by operation: each answer once, the last one for ever. */
let answers: Record<string, unknown[]>;
let stream: KinesisApi;

beforeEach(() => {
  calls = [];
  answers = {};
  const send = async (command: { input: Record<string, unknown>; constructor: { name: string } }) => {
    const operation = command.constructor.name.replace(/Command$/, '');
    calls.push({ operation, input: command.input });
    const list = answers[operation] ?? [{}];
    const answer = list.length > 1 ? list.shift() : list[0];
    if (answer instanceof Error) throw answer;
    return answer;
  };
  stream = createKinesisStream({
    kinesis: { send },
    streamArn: 'arn:stream',
    sleep: async () => undefined,
  });
});

const subscribe = async (position: Parameters<KinesisApi['subscribe']>[0]['position'] = { kind: 'oldest' }) =>
  stream.subscribe({ consumer: CONSUMER, shardId: 'shard', position, signal: new AbortController().signal });

async function* events(...list: unknown[]) {
  yield* list;
}

const record = (eventName: string, row: Record<string, unknown>) => ({
  Data: Buffer.from(JSON.stringify({ eventName, dynamodb: { NewImage: marshall(row) }, tableName: 'LiveEvents' })),
});

describe('a Kinesis data stream', () => {
  it('lists its open shards over all pages, with both parents of a merged one', async () => {
    answers['ListShards'] = [
      { Shards: [{ ShardId: 'a' }], NextToken: 'more' },
      { Shards: [{ ShardId: 'b', ParentShardId: 'x', AdjacentParentShardId: 'y' }] },
    ];

    const shards = await stream.shards();

    expect(shards).toEqual([
      { id: 'a', parentIds: [] },
      { id: 'b', parentIds: ['x', 'y'] },
    ]);
    expect(calls.map(({ input }) => input)).toEqual([
      { StreamARN: 'arn:stream', ShardFilter: { Type: 'AT_LATEST' } },
      { NextToken: 'more' },
    ]);
  });

  it('registers a consumer and waits until it is active', async () => {
    const active = {
      ConsumerName: 'n',
      ConsumerARN: 'arn',
      ConsumerCreationTimestamp: new Date(5),
      ConsumerStatus: 'ACTIVE',
    };
    answers['DescribeStreamConsumer'] = [
      { ConsumerDescription: { ...active, ConsumerStatus: 'CREATING' } },
      { ConsumerDescription: active },
    ];

    expect(await stream.register('n')).toEqual({ name: 'n', arn: 'arn', createdAt: 5 });
    expect(calls.map(({ operation }) => operation)).toEqual([
      'RegisterStreamConsumer',
      'DescribeStreamConsumer',
      'DescribeStreamConsumer',
    ]);
  });

  it('gives up on a consumer that does not become active', async () => {
    await expect(stream.register('n')).rejects.toThrow('does not become active');
  });

  it('lists and removes consumers', async () => {
    answers['ListStreamConsumers'] = [
      {
        Consumers: [{ ConsumerName: 'a', ConsumerARN: 'arn:a', ConsumerCreationTimestamp: new Date(1) }],
        NextToken: 't',
      },
      { Consumers: [] },
    ];

    expect(await stream.consumers()).toEqual([{ name: 'a', arn: 'arn:a', createdAt: 1 }]);
    await stream.deregister(CONSUMER);

    expect(calls.at(-1)).toEqual({ operation: 'DeregisterStreamConsumer', input: { ConsumerARN: 'arn:consumer' } });
  });

  it.each([
    [{ kind: 'time', at: 1000 } as const, { Type: 'AT_TIMESTAMP', Timestamp: new Date(1000) }],
    [{ kind: 'oldest' } as const, { Type: 'TRIM_HORIZON' }],
    [{ kind: 'after', sequenceNumber: '7' } as const, { Type: 'AFTER_SEQUENCE_NUMBER', SequenceNumber: '7' }],
  ])('is subscribed to from %j', async (position, StartingPosition) => {
    answers['SubscribeToShard'] = [{ EventStream: events() }];

    await subscribe(position);

    expect(calls[0]!.input).toEqual({ ConsumerARN: 'arn:consumer', ShardId: 'shard', StartingPosition });
  });

  it('gives inserted rows, where to go on, and the children of a shard that ends', async () => {
    const Records = [record('INSERT', { n: 1 }), record('MODIFY', { n: 2 }), record('REMOVE', { n: 3 })];
    const ChildShards = [{ ShardId: 'c', ParentShards: ['shard'] }];
    answers['SubscribeToShard'] = [
      {
        EventStream: events(
          { SubscribeToShardEvent: { Records, ContinuationSequenceNumber: '9' } },
          { SubscribeToShardEvent: { Records: [], ChildShards } },
        ),
      },
    ];

    const subscription = await subscribe();
    const pages = subscription.kind === 'subscription' ? await Array.fromAsync(subscription.pages) : [];

    expect(pages).toEqual([
      { rows: [{ n: 1 }], children: [], continueAfter: '9' },
      { rows: [], children: [{ id: 'c', parentIds: ['shard'] }] },
    ]);
  });

  it('throws what the subscription says went wrong', async () => {
    answers['SubscribeToShard'] = [{ EventStream: events({ InternalFailureException: {} }) }];

    const subscription = await subscribe();

    await expect(async () => {
      if (subscription.kind === 'subscription') await Array.fromAsync(subscription.pages);
    }).rejects.toThrow('InternalFailureException');
  });

  it.each([
    ['ResourceNotFoundException', 'gone'],
    ['ResourceInUseException', 'busy'],
    ['LimitExceededException', 'busy'],
  ])('answers %s as %s', async (name, kind) => {
    answers['SubscribeToShard'] = [Object.assign(new Error('no'), { name })];

    expect(await subscribe()).toEqual({ kind });
  });

  it('throws what it does not know', async () => {
    answers['SubscribeToShard'] = [new Error('no')];

    await expect(subscribe()).rejects.toThrow('no');
  });
});
