import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startDynamoDb, type DynamoDbEngine } from '../../local/engines/dynamodb-engine.ts';
import { startTestDynamoDb } from '../engines/dynamodb.ts';
import { startStrictEngine, type StrictEngine } from '../engines/strict-engine.ts';
import { managementApi } from './api.ts';
import { eventually } from './eventually.ts';
import { startStack, type Stack } from './stack.ts';

let folder: string;
let engine: DynamoDbEngine;
let strict: StrictEngine;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'second-engine-'));
  await mkdir(join(folder, 'logs'));
  engine = await startDynamoDb(folder);
  strict = await startStrictEngine(engine.endpoint);
});

afterAll(async () => {
  await strict.stop();
  await engine.stop();
  await rm(folder, { recursive: true, force: true });
});

describe('a DynamoDB at DYNAMODB_ENDPOINT that takes letters and digits only', () => {
  let stack: Stack | undefined;
  afterAll(async () => stack?.stop());

  it('serves a whole stack: tables, sends, deliveries and streams', async () => {
    stack = await startStack({ DYNAMODB_ENDPOINT: strict.endpoint });
    const api = managementApi(stack);
    const webhook = await api.createWebhook({ name: 'Second engine' });
    const channel = await api.createChannel({ kind: 'live-stream', name: 'Stream', config: {} });
    await api.link(webhook.id, channel.id);
    const { body } = await fetch(channel.streamUrl!);
    const reader = body!.pipeThrough(new TextDecoderStream()).getReader();

    const sent = await fetch(webhook.endpointUrl, { method: 'POST', body: '{"message":"over there"}' });

    const { messageId } = (await sent.json()) as { messageId: string };
    let text = '';
    while (!text.includes('over there')) text += (await reader.read()).value ?? '';
    await reader.cancel();
    const state = await eventually(async () => {
      const [delivery] = (await api.message(messageId)).deliveries;
      return delivery?.state === 'delivered' ? delivery.state : undefined;
    });
    expect({ state, refused: strict.refused() }).toEqual({ state: 'delivered', refused: 0 });
    // One caller to the engine, or each function would see a database of its own.
    expect([...strict.accessKeyIds]).toEqual([expect.stringMatching(/^[0-9a-f]{20}$/)]);
  });

  it('serves the suites of the tables, with tables of their own that are gone afterwards', async () => {
    const [one, other] = await Promise.all([startTestDynamoDb(strict.endpoint), startTestDynamoDb(strict.endpoint)]);

    await Promise.all([one.stop(), other.stop()]);

    expect(one.tables.directory).not.toBe(other.tables.directory);
    const client = new DynamoDBClient({
      endpoint: engine.endpoint,
      region: 'us-east-1',
      credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    });
    const { TableNames = [] } = await client.send(new ListTablesCommand({}));
    client.destroy();
    const left = new Set(TableNames);
    expect([...Object.values(one.tables), ...Object.values(other.tables)].filter((name) => left.has(name))).toEqual([]);
    expect(strict.refused()).toBe(0);
  });
});
