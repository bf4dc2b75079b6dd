import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  CreateTableCommand,
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
} from '@aws-sdk/client-dynamodb';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Meter } from '../../../local/door/metering.ts';
import { openEngines, type Engines } from '../../../local/boot/engines.ts';
import { everybody } from './everybody.ts';

let engines: Engines;
let client: DynamoDBClient;

const as = (accessKeyId: string) => ({
  endpoint: engines.door.url,
  region: 'us-east-1',
  credentials: { accessKeyId, secretAccessKey: 'local' },
  maxAttempts: 1,
});

beforeAll(async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'door-'));
  mkdirSync(join(dataDir, 'logs'));
  engines = await openEngines({ dataDir, dynamodbEndpoint: undefined, searchPath: '' });
  engines.door.guardWith(everybody);
  engines.sqs.queues.ensure('jobs', {});
  client = new DynamoDBClient(as('Ingest'));
  await client.send(
    new CreateTableCommand({
      TableName: 'Things',
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
    }),
  );
});

afterAll(async () => engines.stop());

beforeEach(() => engines.door.metering.reset());

const post = (headers: Record<string, string>) => fetch(engines.door.url, { method: 'POST', headers, body: '{}' });
const signedFor = (service: string) =>
  `AWS4-HMAC-SHA256 Credential=Ingest/20260101/us-east-1/${service}/aws4_request, SignedHeaders=host, Signature=0`;

describe('metering', () => {
  it('counts calls, bytes and capacity per caller, service and operation', async () => {
    const Item = { pk: { S: 'a' }, text: { S: 'x'.repeat(3000) } };

    await client.send(new PutItemCommand({ TableName: 'Things', Item }));
    await client.send(new GetItemCommand({ TableName: 'Things', Key: { pk: Item.pk }, ConsistentRead: true }));
    await client.send(new GetItemCommand({ TableName: 'Things', Key: { pk: Item.pk } }));
    const other = new SQSClient(as('Sweeper'));
    await other.send(new SendMessageCommand({ QueueUrl: `${engines.door.url}/000000000000/jobs`, MessageBody: 'hi' }));

    const answer = await fetch(`${engines.door.url}/_metering`);
    const { meters } = (await answer.json()) as { meters: Meter[] };
    expect(meters).toMatchObject([
      { caller: 'Ingest', service: 'dynamodb', operation: 'GetItem', calls: 2, errors: 0, capacityUnits: 1.5 },
      { caller: 'Ingest', service: 'dynamodb', operation: 'PutItem', calls: 1, capacityUnits: 3 },
      { caller: 'Sweeper', service: 'sqs', operation: 'SendMessage', calls: 1, capacityUnits: 0 },
    ]);
    expect(meters[0]!.responseBytes).toBeGreaterThan(6000);
    expect(meters[1]!.requestBytes).toBeGreaterThan(3000);
  });

  it('counts capacity once when the caller asks for it, and gives it to the caller', async () => {
    const answer = await client.send(
      new QueryCommand({
        TableName: 'Things',
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': { S: 'none' } },
        ReturnConsumedCapacity: 'INDEXES',
      }),
    );

    expect(answer.ConsumedCapacity?.CapacityUnits).toBe(0.5);
  });

  it('counts failed calls as errors', async () => {
    await client.send(new GetItemCommand({ TableName: 'Nothing', Key: { pk: { S: 'a' } } })).catch(() => {});

    expect(engines.door.metering.read()).toMatchObject([{ operation: 'GetItem', calls: 1, errors: 1 }]);
  });

  it('starts again from nothing after DELETE', async () => {
    await client.send(new GetItemCommand({ TableName: 'Things', Key: { pk: { S: 'a' } } }));

    const answer = await (await fetch(`${engines.door.url}/_metering`, { method: 'DELETE' })).json();

    expect(answer).toEqual({ meters: [] });
  });
});

describe('what is not available', () => {
  it('is refused with an error that names the call', async () => {
    const response = await post({ authorization: signedFor('kinesis'), 'x-amz-target': 'Kinesis_20131202.PutRecord' });

    expect(response.status).toBe(501);
    expect(await response.json()).toEqual({
      __type: 'NotImplemented',
      message: 'kinesis PutRecord is not available locally',
    });
  });

  it('is a call without credentials', async () => {
    const response = await post({ 'x-amz-target': 'DynamoDB_20120810.ListTables' });

    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ __type: 'MissingAuthenticationToken' });
  });
});

it('says who is calling', async () => {
  const response = await fetch(engines.door.url, {
    method: 'POST',
    headers: { authorization: signedFor('sts'), 'content-type': 'application/x-www-form-urlencoded' },
    body: 'Action=GetCallerIdentity&Version=2011-06-15',
  });

  expect(await response.text()).toContain('<Arn>arn:aws:sts::000000000000:assumed-role/Ingest/local</Arn>');
});
