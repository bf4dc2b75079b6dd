import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  CreateTableCommand,
  type CreateTableCommandInput,
  DeleteTableCommand,
  DynamoDBClient,
} from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { createDocumentClient } from '../../adapters/aws/dynamodb/document-client.ts';
import { startDynamoDb, type DynamoDbEngine } from '../../local/engines/dynamodb-engine.ts';

/** A DynamoDB with the router's four tables: the embedded one, or whatever answers at `DYNAMODB_ENDPOINT`. */
export interface TestDynamoDb {
  readonly endpoint: string;
  readonly client: DynamoDBClient;
  readonly db: DynamoDBDocumentClient;
  readonly tables: { directory: string; messages: string; liveEvents: string; counters: string };
  stop(): Promise<void>;
}

type Tables = TestDynamoDb['tables'];

/** Starts the engine, or uses that of the environment; ready when it resolves. Stop it in `afterAll`. */
export async function startTestDynamoDb(endpoint = process.env['DYNAMODB_ENDPOINT']): Promise<TestDynamoDb> {
  const tables = tablesOfThisRun();
  const engine = endpoint === undefined ? await startEmbedded() : borrow(endpoint, Object.values(tables));
  const client = clientOf(engine.endpoint);
  await Promise.all(definitionsOf(tables).map(async (definition) => client.send(new CreateTableCommand(definition))));
  return {
    endpoint: engine.endpoint,
    client,
    db: createDocumentClient(client),
    tables,
    async stop() {
      client.destroy();
      await engine.stop();
    },
  };
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

/** Names that nobody else has: several test files may share one engine. */
function tablesOfThisRun(): Tables {
  const run = randomUUID();
  return {
    directory: `Directory-${run}`,
    messages: `Messages-${run}`,
    liveEvents: `LiveEvents-${run}`,
    counters: `Counters-${run}`,
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

const definitionsOf = (tables: Tables): CreateTableCommandInput[] => [
  table(tables.directory, ['pk', 'sk']),
  table(tables.messages, ['pk', 'sk'], { due: ['dueShard', 'dueAt'], failed: ['failedShard', 'sk'] }),
  {
    ...table(tables.liveEvents, ['channelId', 'id']),
    StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_IMAGE' },
  },
  table(tables.counters, ['pk']),
];
