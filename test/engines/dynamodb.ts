import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { App } from 'aws-cdk-lib';
import { Template as AssertedTemplate } from 'aws-cdk-lib/assertions';
import { createDocumentClient } from '../../adapters/aws/dynamodb/document-client.ts';
import { DataStack } from '../../lib/stacks/data-stack.ts';
import { Resources } from '../../local/assembly/resources.ts';
import { Template } from '../../local/assembly/template.ts';
import { startDynamoDb } from '../../local/engines/dynamodb-engine.ts';
import { createTables, tablesOf } from '../../local/engines/tables.ts';

/** The embedded DynamoDB with the router's four tables, in a folder of its own. */
export interface TestDynamoDb {
  readonly endpoint: string;
  readonly client: DynamoDBClient;
  readonly db: DynamoDBDocumentClient;
  readonly tables: { directory: string; messages: string; liveEvents: string; counters: string };
  stop(): Promise<void>;
}

const tables = { directory: 'Directory', messages: 'Messages', liveEvents: 'LiveEvents', counters: 'Counters' };

/** The tables of the data stack's template, as the laptop makes them. */
function declaredTables() {
  const stack = new DataStack(new App(), 'Data', { hasOwnPeople: false, hasKinesis: false });
  const template = Template.parse(AssertedTemplate.fromStack(stack).toJSON());
  const declared = tablesOf(new Resources({ stacks: [{ name: 'Data', template }], assets: new Map() }, ''));
  return declared.map((table) => ({ ...table, physicalName: nameOf(table.logicalId) }));
}

/** `Directory` for the logical id `DirectoryTableD64E6930`. */
function nameOf(logicalId: string): string {
  const [name = ''] = logicalId.split('Table');
  return name;
}

/** Starts the engine; ready when it resolves. Stop it in `afterAll`. */
export async function startTestDynamoDb(): Promise<TestDynamoDb> {
  const dataDir = await mkdtemp(join(tmpdir(), 'router-dynamodb-'));
  await mkdir(join(dataDir, 'logs'));
  const engine = await startDynamoDb(dataDir);
  const client = new DynamoDBClient({
    endpoint: engine.endpoint,
    region: 'us-east-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  });
  await createTables(client, declaredTables());
  return {
    endpoint: engine.endpoint,
    client,
    db: createDocumentClient(client),
    tables,
    async stop() {
      client.destroy();
      await engine.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
