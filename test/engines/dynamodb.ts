import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateTableCommand, type CreateTableCommandInput, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { createDocumentClient } from '../../adapters/aws/dynamodb/document-client.ts';
import { startDynamoDb } from '../../local/engines/dynamodb-engine.ts';

/** The embedded DynamoDB with the router's four tables, in a folder of its own. */
export interface TestDynamoDb {
  readonly endpoint: string;
  readonly client: DynamoDBClient;
  readonly db: DynamoDBDocumentClient;
  readonly tables: { directory: string; messages: string; liveEvents: string; counters: string };
  stop(): Promise<void>;
}

const tables = { directory: 'Directory', messages: 'Messages', liveEvents: 'LiveEvents', counters: 'Counters' };

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
  await Promise.all(definitions.map(async (definition) => client.send(new CreateTableCommand(definition))));
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

/** A table keyed by strings: the first key is the partition, the second, if any, the sort key. */
function table(name: string, keys: string[], indexes: Record<string, string[]> = {}): CreateTableCommandInput {
  const attributes = new Set([...keys, ...Object.values(indexes).flat()]);
  return {
    TableName: name,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: [...attributes].map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
    KeySchema: keySchema(keys),
    ...(Object.keys(indexes).length === 0
      ? {}
      : {
          GlobalSecondaryIndexes: Object.entries(indexes).map(([IndexName, indexKeys]) => ({
            IndexName,
            KeySchema: keySchema(indexKeys),
            Projection: { ProjectionType: 'ALL' },
          })),
        }),
  };
}

function keySchema(keys: string[]) {
  return keys.map((AttributeName, index) => ({ AttributeName, KeyType: index === 0 ? 'HASH' : 'RANGE' }) as const);
}

const definitions: CreateTableCommandInput[] = [
  table(tables.directory, ['pk', 'sk']),
  table(tables.messages, ['pk', 'sk'], { due: ['dueShard', 'dueAt'], failed: ['failedShard', 'sk'] }),
  {
    ...table(tables.liveEvents, ['channelId', 'id']),
    StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_IMAGE' },
  },
  table(tables.counters, ['pk']),
];
