import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DeleteTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { App } from 'aws-cdk-lib';
import { Template as AssertedTemplate } from 'aws-cdk-lib/assertions';
import { createDocumentClient } from '../../adapters/aws/dynamodb/document-client.ts';
import { DataStack } from '../../lib/stacks/data-stack.ts';
import { Resources } from '../../local/assembly/resources.ts';
import { Template } from '../../local/assembly/template.ts';
import { startDynamoDb, type DynamoDbEngine } from '../../local/engines/dynamodb-engine.ts';
import { createTables, tablesOf } from '../../local/engines/tables.ts';

/** A DynamoDB with the router's four tables: the embedded one, or whatever answers at `DYNAMODB_ENDPOINT`. */
export interface TestDynamoDb {
  readonly endpoint: string;
  readonly client: DynamoDBClient;
  readonly db: DynamoDBDocumentClient;
  readonly tables: { directory: string; messages: string; liveEvents: string; counters: string };
  stop(): Promise<void>;
}

/** Starts the engine, or uses that of the environment; ready when it resolves. Stop it in `afterAll`. */
export async function startTestDynamoDb(endpoint = process.env['DYNAMODB_ENDPOINT']): Promise<TestDynamoDb> {
  // Names that nobody else has: several test files may share one engine.
  const run = randomUUID();
  const declared = declaredTables(run);
  const names = declared.map(({ physicalName }) => physicalName);
  const engine = endpoint === undefined ? await startEmbedded() : borrow(endpoint, names);
  const client = clientOf(engine.endpoint);
  await createTables(client, declared);
  return {
    endpoint: engine.endpoint,
    client,
    db: createDocumentClient(client),
    tables: {
      directory: `Directory-${run}`,
      messages: `Messages-${run}`,
      liveEvents: `LiveEvents-${run}`,
      counters: `Counters-${run}`,
    },
    async stop() {
      client.destroy();
      await engine.stop();
    },
  };
}

/** The tables of the data stack's template, as the laptop makes them, under names of this run. */
function declaredTables(run: string) {
  const stack = new DataStack(new App(), 'Data', { hasOwnPeople: false, hasKinesis: false });
  const template = Template.parse(AssertedTemplate.fromStack(stack).toJSON());
  const declared = tablesOf(new Resources({ stacks: [{ name: 'Data', template }], assets: new Map() }, ''));
  return declared.map((table) => ({ ...table, physicalName: `${nameOf(table.logicalId)}-${run}` }));
}

/** `Directory` for the logical id `DirectoryTableD64E6930`. */
function nameOf(logicalId: string): string {
  const [name = ''] = logicalId.split('Table');
  return name;
}

/** Its access key id has no hyphen: DynamoDB Local refuses it. */
function clientOf(endpoint: string): DynamoDBClient {
  return new DynamoDBClient({
    endpoint,
    region: 'us-east-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  });
}

async function startEmbedded(): Promise<DynamoDbEngine> {
  const dataDir = await mkdtemp(join(tmpdir(), 'router-dynamodb-'));
  await mkdir(join(dataDir, 'logs'));
  const engine = await startDynamoDb(dataDir);
  const stop = async () => {
    await engine.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { endpoint: engine.endpoint, stop };
}

/** Somebody else's engine, which is left without `tables` as it was found. */
function borrow(endpoint: string, tables: readonly string[]): DynamoDbEngine {
  const stop = async () => {
    const client = clientOf(endpoint);
    await Promise.all(tables.map(async (TableName) => client.send(new DeleteTableCommand({ TableName }))));
    client.destroy();
  };
  return { endpoint, stop };
}
