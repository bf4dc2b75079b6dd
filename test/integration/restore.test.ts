import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type AttributeValue,
  BatchWriteItemCommand,
  CreateTableCommand,
  DescribeTableCommand,
  DynamoDBClient,
  paginateScan,
} from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { managementApi } from './api.ts';
import { type Stack, startStack } from './stack.ts';

const BATCH = 25;
/** Stacks by their names; the router's is that of the app itself. */
const DATA = 'NotificationRouterData';
const LIVE_STREAM = 'NotificationRouterLiveStream';
const ROUTER = 'NotificationRouter';

let dataDir: string;
let stack: Stack;

/** The procedure of docs/deploy.md, step by step: what is told of a table is told of all of them. */
describe('putting restored tables in the place of the old ones', () => {
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'restore-'));
    stack = await startStack({}, { dataDir });
    await send('before the restore point');
    const restored = await Promise.all(stack.tables.map(async (table) => restore(table)));
    await send('after the restore point');
    await stack.stop();
    await writeFile(join(dataDir, 'imports.json'), JSON.stringify(Object.fromEntries(restored)));
  }, 90_000);

  afterAll(async () => {
    await stack.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  it('changes nothing for stacks that stay: both go on with the old tables, together', async () => {
    stack = await startStack({}, { dataDir });

    expect(await messages()).toEqual(['after the restore point', 'before the restore point']);
    expect(await openStream()).toBe(200);
  }, 90_000);

  it('makes the streams of a Live Stream stack that stayed refuse, and say which tables are meant', async () => {
    await redeploy(ROUTER);

    expect(await messages()).toEqual(['before the restore point']);
    expect(await openStream()).toBe(503);
    expect(await logOfContainer()).toMatch(/"event":"stream.other-data".*"ours":"[^"]*"/);
  }, 90_000);

  it('does the same the other way round, when the router stayed', async () => {
    await redeploy(LIVE_STREAM, { [ROUTER]: {} });

    expect(await openStream()).toBe(503);
  }, 90_000);

  it('brings the restored tables to work when both are made anew', async () => {
    await redeploy(ROUTER);

    const stream = await fetch(stack.credentials.streamUrl);
    const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader();
    await send('on the restored tables');
    let seen = '';
    while (!seen.includes('on the restored tables')) seen += (await reader.read()).value ?? '';
    await reader.cancel();

    expect(await messages()).toEqual(['on the restored tables', 'before the restore point']);
  }, 90_000);

  it('refuses to bring in a table that does not exist', async () => {
    await stack.stop();
    const file = join(dataDir, 'imports.json');
    const imports: Record<string, string> = JSON.parse(await readFile(file, 'utf8'));
    const [where] = Object.keys(imports);

    await writeFile(file, JSON.stringify({ ...imports, [where!]: 'never-restored' }));

    await expect(startStack({}, { dataDir })).rejects.toThrow(
      `${where}: is to be imported, and there is no table never-restored`,
    );
  }, 90_000);
});

/** `cdk destroy` of a stack and `cdk deploy --all`; `told` is what other stacks were told when they were deployed. */
async function redeploy(name: string, told: Record<string, Record<string, string>> = {}): Promise<void> {
  await stack.stop();
  const file = join(dataDir, 'deployed.json');
  const deployed: Record<string, { template: string; imports: Record<string, string> }> = JSON.parse(
    await readFile(file, 'utf8'),
  );
  delete deployed[name];
  for (const [other, imports] of Object.entries(told)) deployed[other]!.imports = imports;
  await writeFile(file, JSON.stringify(deployed));
  stack = await startStack({}, { dataDir });
}

async function send(message: string): Promise<void> {
  const { status } = await fetch(stack.credentials.webhookUrl, { method: 'POST', body: JSON.stringify({ message }) });
  expect(status).toBe(201);
}

async function messages(): Promise<string[]> {
  return (await managementApi(stack).messages()).items.map(({ message }) => message);
}

async function openStream(): Promise<number> {
  const response = await fetch(stack.credentials.streamUrl);
  await response.body?.cancel();
  return response.status;
}

async function logOfContainer(): Promise<string> {
  return readFile(join(dataDir, 'logs', 'LiveStream.log'), 'utf8');
}

/**
 * What a restore to a point in time makes: another table with the rows of that moment, with the settings that the guide
 * says to put on it. The embedded engine has no restore of its own.
 *
 * @returns for `imports.json`: the resource, and the name of its new table
 */
async function restore(table: string): Promise<[where: string, name: string]> {
  const client = new DynamoDBClient({
    endpoint: stack.door,
    region: 'us-east-1',
    credentials: { accessKeyId: 'operator', secretAccessKey: 'local' },
  });
  const { Table } = await client.send(new DescribeTableCommand({ TableName: table }));
  // With the end of a logical id, so that what is allowed on it counts as allowed on the table of that id.
  const name = table.replace(/[0-9A-F]{8}$/, '0BACC0DE');
  await client.send(
    new CreateTableCommand({
      TableName: name,
      BillingMode: 'PAY_PER_REQUEST',
      KeySchema: Table!.KeySchema,
      AttributeDefinitions: Table!.AttributeDefinitions,
      ...(Table!.GlobalSecondaryIndexes && {
        GlobalSecondaryIndexes: Table!.GlobalSecondaryIndexes.map(({ IndexName, KeySchema, Projection }) => ({
          IndexName,
          KeySchema,
          Projection,
        })),
      }),
      ...(Table!.StreamSpecification && { StreamSpecification: Table!.StreamSpecification }),
    }),
  );
  const rows: Record<string, AttributeValue>[] = [];
  for await (const { Items = [] } of paginateScan({ client }, { TableName: table })) rows.push(...Items);
  for (let start = 0; start < rows.length; start += BATCH) {
    const puts = rows.slice(start, start + BATCH).map((Item) => ({ PutRequest: { Item } }));
    await client.send(new BatchWriteItemCommand({ RequestItems: { [name]: puts } }));
  }
  client.destroy();
  return [`${DATA}/${table.slice(DATA.length + 1)}`, name];
}
