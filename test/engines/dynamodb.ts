import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  CreateTableCommand,
  type CreateTableCommandInput,
  DeleteTableCommand,
  DynamoDBClient,
  type KeySchemaElement,
} from '@aws-sdk/client-dynamodb';
import { createDocumentClient, type DocumentClient } from '../../adapters/aws/dynamodb/document-client.ts';
import { type TableShape, tables } from '../../core/storage/tables.ts';
import { startDynamoDb, type DynamoDbEngine } from '../../local/engines/dynamodb-engine.ts';

/** A DynamoDB with the router's tables: the embedded one, or whatever answers at `DYNAMODB_ENDPOINT`. */
export interface TestDynamoDb {
  readonly endpoint: string;
  readonly client: DynamoDBClient;
  readonly db: DocumentClient;
  readonly tables: {
    directory: string;
    messages: string;
    liveEvents: string;
    counters: string;
    figures: string;
    alerts: string;
    asks: string;
  };
  stop(): Promise<void>;
}

/** Starts the engine, or uses that of the environment; ready when it resolves. Stop it in `afterAll`. */
export async function startTestDynamoDb(endpoint = process.env['DYNAMODB_ENDPOINT']): Promise<TestDynamoDb> {
  // Names that nobody else has: several test files may share one engine.
  const run = randomUUID();
  const names = {
    directory: `Directory-${run}`,
    messages: `Messages-${run}`,
    liveEvents: `LiveEvents-${run}`,
    counters: `Counters-${run}`,
    alerts: `Alerts-${run}`,
    asks: `Asks-${run}`,
    figures: `Figures-${run}`,
  };
  const engine = endpoint === undefined ? await startEmbedded() : borrow(endpoint, Object.values(names));
  const client = clientOf(engine.endpoint);
  await Promise.all(definitionsOf(names).map(async (definition) => client.send(new CreateTableCommand(definition))));
  return {
    endpoint: engine.endpoint,
    client,
    db: createDocumentClient({ endpoint: engine.endpoint, ...ACCOUNT }),
    tables: names,
    async stop() {
      client.destroy();
      await engine.stop();
    },
  };
}

/** The tables as the constructs make them, under names of this run. */
function definitionsOf(names: TestDynamoDb['tables']): CreateTableCommandInput[] {
  return [
    definitionOf(names.directory, tables.directory),
    definitionOf(names.messages, tables.messages),
    definitionOf(names.liveEvents, tables.liveEvents),
    definitionOf(names.counters, tables.counters),
    definitionOf(names.alerts, tables.alerts),
    definitionOf(names.asks, tables.asks),
    definitionOf(names.figures, tables.figures),
  ];
}

/** What the template says of a table of this shape; `test/infra/data.test.ts` compares the two. */
export function definitionOf(TableName: string, shape: TableShape): CreateTableCommandInput {
  const { indexes = [], stream } = shape;
  const attributes = new Set([shape, ...indexes].flatMap(keysOf));
  return {
    TableName,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: [...attributes].map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
    KeySchema: keySchemaOf(shape),
    ...(indexes.length > 0 && {
      GlobalSecondaryIndexes: indexes.map((index) => ({
        IndexName: index.name,
        KeySchema: keySchemaOf(index),
        Projection: { ProjectionType: index.projection },
      })),
    }),
    ...(stream !== undefined && { StreamSpecification: { StreamEnabled: true, StreamViewType: stream } }),
  };
}

type Keyed = Pick<TableShape, 'partitionKey' | 'sortKey'>;

function keysOf({ partitionKey, sortKey }: Keyed): string[] {
  return sortKey === undefined ? [partitionKey] : [partitionKey, sortKey];
}

function keySchemaOf(keyed: Keyed): KeySchemaElement[] {
  return keysOf(keyed).map((AttributeName, index) => ({ AttributeName, KeyType: index === 0 ? 'HASH' : 'RANGE' }));
}

/** Its access key id has no hyphen: DynamoDB Local refuses it. */
const ACCOUNT = { region: 'us-east-1', credentials: { accessKeyId: 'test', secretAccessKey: 'test' } };

const clientOf = (endpoint: string) => new DynamoDBClient({ endpoint, ...ACCOUNT });

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
