import { CreateTableCommand, DescribeTableCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { GetCommand, PutCommand, QueryCommand } from '../../../adapters/aws/dynamodb/commands.ts';
import { createTables, type tablesOf } from '../../../local/engines/tables.ts';
import { startTestDynamoDb, type TestDynamoDb } from '../../engines/dynamodb.ts';

type Table = ReturnType<typeof tablesOf>[number];

let engine: TestDynamoDb;

beforeAll(async () => {
  engine = await startTestDynamoDb();
});
afterAll(async () => engine.stop());

const keys = {
  AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' as const }],
  KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' as const }],
};

const declared = (physicalName: string, properties: Partial<Table['properties']>): Table => ({
  stackName: 'App',
  logicalId: physicalName,
  isImported: false,
  physicalName,
  where: `Stack/${physicalName}`,
  attribute: () => '',
  properties: { ...keys, ...properties },
});

it('switches the stream of a table on that an older version made without one, and keeps its rows', async () => {
  const { client, db } = engine;
  await client.send(new CreateTableCommand({ TableName: 'Older', BillingMode: 'PAY_PER_REQUEST', ...keys }));
  await db.send(new PutCommand({ TableName: 'Older', Item: { pk: 'kept' } }));
  const table = declared('Older', { StreamSpecification: { StreamViewType: 'NEW_AND_OLD_IMAGES' } });

  await createTables(client, [table]);
  const { Table: first } = await client.send(new DescribeTableCommand({ TableName: 'Older' }));
  await createTables(client, [table]);
  const { Table: again } = await client.send(new DescribeTableCommand({ TableName: 'Older' }));

  expect(first?.StreamSpecification).toEqual({ StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' });
  expect(again?.LatestStreamArn).toBe(first?.LatestStreamArn);
  expect((await db.send(new GetCommand({ TableName: 'Older', Key: { pk: 'kept' } }))).Item).toEqual({ pk: 'kept' });
});

it('adds the index that an older version made a table without, and its rows are in it', async () => {
  const { client, db } = engine;
  await client.send(new CreateTableCommand({ TableName: 'Unindexed', BillingMode: 'PAY_PER_REQUEST', ...keys }));
  await db.send(new PutCommand({ TableName: 'Unindexed', Item: { pk: 'kept', kind: 'slack' } }));
  const table = declared('Unindexed', {
    AttributeDefinitions: [...keys.AttributeDefinitions, { AttributeName: 'kind', AttributeType: 'S' }],
    GlobalSecondaryIndexes: [
      {
        IndexName: 'kind',
        KeySchema: [{ AttributeName: 'kind', KeyType: 'HASH' }],
        Projection: { ProjectionType: 'ALL' },
      },
    ],
  });

  await createTables(client, [table]);
  await createTables(client, [table]);

  const query = new QueryCommand({
    TableName: 'Unindexed',
    IndexName: 'kind',
    KeyConditionExpression: 'kind = :kind',
    ExpressionAttributeValues: { ':kind': 'slack' },
  });
  expect((await db.send(query)).Items).toEqual([{ pk: 'kept', kind: 'slack' }]);
});

it('leaves a table without a stream alone', async () => {
  const table = declared('Plain', {});

  await createTables(engine.client, [table]);
  await createTables(engine.client, [table]);

  const { Table: found } = await engine.client.send(new DescribeTableCommand({ TableName: 'Plain' }));
  expect(found?.StreamSpecification?.StreamEnabled).not.toBe(true);
});
