import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  BatchWriteItemCommand,
  CreateTableCommand,
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { ReceiveMessageCommand, SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openEngines, type Engines } from '../../../local/boot/engines.ts';
import { FaultPlan, Faults, generator } from '../../../local/door/faults.ts';
import { everybody } from './everybody.ts';

let engines: Engines;
let client: DynamoDBClient;
let sqs: SQSClient;

const as = (accessKeyId: string) => ({
  endpoint: engines.door.url,
  region: 'us-east-1',
  credentials: { accessKeyId, secretAccessKey: 'local' },
  maxAttempts: 1,
});

beforeAll(async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'faults-'));
  mkdirSync(join(dataDir, 'logs'));
  engines = await openEngines({ dataDir, dynamodbEndpoint: undefined, searchPath: '' });
  engines.door.guardWith(everybody);
  engines.sqs.queues.ensure('jobs', {});
  client = new DynamoDBClient(as('Router-Ingest'));
  sqs = new SQSClient(as('Router-Ingest'));
  await client.send(
    new CreateTableCommand({
      TableName: 'Things',
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [{ AttributeName: 'sk', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'sk', KeyType: 'HASH' }],
    }),
  );
});
afterAll(async () => engines.stop());
afterEach(async () => faults('DELETE'));

async function faults(method: string, plan?: object) {
  const body = plan === undefined ? {} : { body: JSON.stringify(plan) };
  const response = await fetch(`${engines.door.url}/_faults`, { method, ...body });
  return { status: response.status, body: response.ok ? await response.json() : undefined };
}

const plan = (changes: object) => faults('PUT', { callers: ['Ingest'], ...changes });
const put = (sk: string, through = client) =>
  through.send(new PutItemCommand({ TableName: 'Things', Item: { sk: { S: sk } } }));
const isThere = async (sk: string) =>
  (await client.send(new GetItemCommand({ TableName: 'Things', Key: { sk: { S: sk } } }))).Item !== undefined;
const QueueUrl = () => `${engines.door.url}/jobs`;
const batch = (...bodies: string[]) =>
  sqs.send(
    new SendMessageBatchCommand({
      QueueUrl: QueueUrl(),
      Entries: bodies.map((MessageBody, index) => ({ Id: String(index), MessageBody })),
    }),
  );
async function received(seconds = 0): Promise<string[]> {
  const { Messages = [] } = await sqs.send(
    new ReceiveMessageCommand({ QueueUrl: QueueUrl(), MaxNumberOfMessages: 10, WaitTimeSeconds: seconds }),
  );
  return Messages.map(({ Body }) => Body!).sort();
}

describe('faults at the door', () => {
  it('do not happen unless they are switched on, nor to other callers', async () => {
    await put('a');
    await plan({ refused: 1 });

    await put('b', new DynamoDBClient(as('operator')));

    await faults('DELETE');
    expect([await isThere('a'), await isThere('b')]).toEqual([true, true]);
  });

  it('refuse a call with 500 and leave it undone', async () => {
    await plan({ refused: 1 });
    await expect(put('refused')).rejects.toMatchObject({ $metadata: { httpStatusCode: 500 } });

    await faults('DELETE');
    expect(await isThere('refused')).toBe(false);
  });

  it('lose the answer of a call that was done', async () => {
    await plan({ answerLost: 1 });
    await expect(put('lost')).rejects.toMatchObject({ $metadata: { httpStatusCode: 500 } });

    await faults('DELETE');
    expect(await isThere('lost')).toBe(true);
  });

  it('throttle as each service does', async () => {
    await plan({ throttled: 1 });

    await expect(put('throttled')).rejects.toMatchObject({ name: 'ProvisionedThroughputExceededException' });
    await expect(batch('x')).rejects.toMatchObject({ name: 'RequestThrottled' });
    const s3 = new S3Client({ ...as('Router-Ingest'), forcePathStyle: true });
    const object = new PutObjectCommand({ Bucket: 'bodies', Key: 'k', Body: 'x', ContentLength: 1 });
    await expect(s3.send(object)).rejects.toMatchObject({ name: 'SlowDown' });
  });

  it('hang and then break off without an answer', async () => {
    await plan({ hung: 1, hangMs: 50 });

    await expect(put('hung')).rejects.toThrow(Error);

    await faults('DELETE');
    expect(await isThere('hung')).toBe(false);
  });

  it('say which item of a write batch was not done', async () => {
    await plan({ partial: 1 });
    const write = (sk: string) => ({ PutRequest: { Item: { sk: { S: sk } } } });

    const two = await client.send(
      new BatchWriteItemCommand({ RequestItems: { Things: [write('first'), write('second')] } }),
    );
    const one = await client.send(new BatchWriteItemCommand({ RequestItems: { Things: [write('only')] } }));

    expect([two.UnprocessedItems, one.UnprocessedItems]).toEqual([
      { Things: [write('second')] },
      { Things: [write('only')] },
    ]);
    await faults('DELETE');
    expect(await Promise.all(['first', 'second', 'only'].map(isThere))).toEqual([true, false, false]);
  });

  it('say which message of a queue batch was not taken', async () => {
    await plan({ partial: 1 });

    const two = await batch('one', 'two');
    const one = await batch('alone');

    expect([two.Failed?.map(({ Id }) => Id), one.Failed?.map(({ Id }) => Id)]).toEqual([['1'], ['0']]);
    await faults('DELETE');
    expect(await received()).toEqual(['one']);
  });

  it('send queue messages twice, and late', async () => {
    await plan({ duplicated: 1, reordered: 1 });

    await batch('one');

    await faults('DELETE');
    expect(await received()).toEqual([]);
    const came: string[] = [];
    while (came.length < 2) came.push(...(await received(5)));
    expect(came).toEqual(['one', 'one']);
  });

  it('are remembered with the item that they hit', async () => {
    await plan({ refused: 1 });
    const update = new UpdateItemCommand({
      TableName: 'Things',
      Key: { sk: { S: 'msg_1#ch_1' } },
      UpdateExpression: 'SET a = :a',
      ExpressionAttributeValues: { ':a': { S: 'x' } },
    });
    await expect(client.send(update)).rejects.toThrow(Error);

    const { body } = await faults('GET');

    expect(body).toMatchObject({
      injected: [{ kind: 'refused', caller: 'Router-Ingest', service: 'dynamodb', sortKey: 'msg_1#ch_1' }],
    });
  });
});

describe('the clock of instances', () => {
  it('is wrong by up to what the plan says, either way', () => {
    const faults = new Faults();
    expect(faults.clockSkewMs()).toBe(0);

    faults.configure(FaultPlan.parse({ clockSkewMs: 1000 }));
    const skews = Array.from({ length: 50 }, () => faults.clockSkewMs());

    expect(Math.min(...skews)).toBeLessThan(0);
    expect(Math.max(...skews)).toBeGreaterThan(0);
    expect(Math.max(...skews.map(Math.abs))).toBeLessThanOrEqual(1000);
  });
});

describe('the random numbers of a run', () => {
  it('are the same for the same seed', () => {
    const take = (seed: number) => Array.from({ length: 3 }, generator(seed));

    expect(take(7)).toEqual(take(7));
    expect(take(7)).not.toEqual(take(8));
  });
});
