import {
  CreateTableCommand,
  DescribeTableCommand,
  type DynamoDBClient,
  ResourceNotFoundException,
  type TableDescription,
  UpdateTableCommand,
  UpdateTimeToLiveCommand,
  type CreateTableCommandInput,
} from '@aws-sdk/client-dynamodb';
import * as z from 'zod';
import { UnsupportedTemplate } from '../assembly/unsupported.ts';
import type { Resource, Resources } from '../assembly/resources.ts';

const KeySchema = z.array(z.object({ AttributeName: z.string(), KeyType: z.enum(['HASH', 'RANGE']) }));
const Projection = z.object({
  ProjectionType: z.enum(['ALL', 'KEYS_ONLY', 'INCLUDE']),
  NonKeyAttributes: z.array(z.string()).optional(),
});

const shape = {
  AttributeDefinitions: z.array(z.object({ AttributeName: z.string(), AttributeType: z.enum(['S', 'N', 'B']) })),
  KeySchema,
  GlobalSecondaryIndexes: z.array(z.object({ IndexName: z.string(), KeySchema, Projection })).optional(),
  StreamSpecification: z
    .object({ StreamViewType: z.enum(['KEYS_ONLY', 'NEW_IMAGE', 'OLD_IMAGE', 'NEW_AND_OLD_IMAGES']) })
    .optional(),
  TimeToLiveSpecification: z.object({ AttributeName: z.string().optional(), Enabled: z.boolean() }).optional(),
};

type Table = Resource<z.infer<z.ZodObject<typeof shape>>>;

/** The tables that the templates declare. */
export const tablesOf = (resources: Resources): Table[] => resources.ofType('AWS::DynamoDB::GlobalTable', shape);

/**
 * Creates the tables that do not exist yet, with their indexes, streams and expiry. Existing tables get streams and
 * indexes that are new in the templates; everything else stays as it is.
 */
export async function createTables(client: DynamoDBClient, tables: readonly Table[]): Promise<void> {
  await Promise.all(tables.map((table) => createTable(client, table)));
}

async function createTable(
  client: DynamoDBClient,
  { physicalName, isImported, where, properties }: Table,
): Promise<void> {
  const existing = await describe(client, physicalName);
  // An import changes nothing about a table.
  if (existing !== undefined) {
    if (isImported) return;
    await switchStreamOn(client, existing, properties);
    return addIndexes(client, existing, properties);
  }
  if (isImported) throw new UnsupportedTemplate(where, `is to be imported, and there is no table ${physicalName}`);
  await client.send(new CreateTableCommand(definition(physicalName, properties)));
  const expiry = properties.TimeToLiveSpecification;
  if (expiry?.AttributeName === undefined || !expiry.Enabled) return;
  const TimeToLiveSpecification = { AttributeName: expiry.AttributeName, Enabled: true };
  await client.send(new UpdateTimeToLiveCommand({ TableName: physicalName, TimeToLiveSpecification }));
}

function definition(TableName: string, properties: Table['properties']): CreateTableCommandInput {
  const { StreamSpecification: stream } = properties;
  return {
    TableName,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: properties.AttributeDefinitions,
    KeySchema: properties.KeySchema,
    ...(properties.GlobalSecondaryIndexes && { GlobalSecondaryIndexes: properties.GlobalSecondaryIndexes }),
    ...(stream && { StreamSpecification: { StreamEnabled: true, StreamViewType: stream.StreamViewType } }),
  };
}

async function describe(client: DynamoDBClient, TableName: string): Promise<TableDescription | undefined> {
  try {
    return (await client.send(new DescribeTableCommand({ TableName }))).Table;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined;
    throw error;
  }
}

async function switchStreamOn(
  client: DynamoDBClient,
  { TableName, StreamSpecification: current }: TableDescription,
  { StreamSpecification: wanted }: Table['properties'],
): Promise<void> {
  if (wanted === undefined || current?.StreamEnabled === true) return;
  const StreamSpecification = { StreamEnabled: true, StreamViewType: wanted.StreamViewType };
  await client.send(new UpdateTableCommand({ TableName, StreamSpecification }));
}

/** One at a time, as DynamoDB takes them. The engine fills each before it answers. */
async function addIndexes(
  client: DynamoDBClient,
  { TableName, GlobalSecondaryIndexes: current = [] }: TableDescription,
  { AttributeDefinitions, GlobalSecondaryIndexes: wanted = [] }: Table['properties'],
): Promise<void> {
  const known = new Set(current.map(({ IndexName }) => IndexName));
  for (const index of wanted.filter(({ IndexName }) => !known.has(IndexName))) {
    const GlobalSecondaryIndexUpdates = [{ Create: index }];
    await client.send(new UpdateTableCommand({ TableName, AttributeDefinitions, GlobalSecondaryIndexUpdates }));
  }
}
