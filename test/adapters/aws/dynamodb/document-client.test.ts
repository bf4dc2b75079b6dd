import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import * as sdk from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  BatchGetCommand,
  BatchWriteCommand,
  TransactWriteCommand,
} from '../../../../adapters/aws/dynamodb/batch-commands.ts';
import {
  DeleteCommand,
  GetCommand,
  paginateQuery,
  PutCommand,
  QueryCommand,
  UpdateCommand,
} from '../../../../adapters/aws/dynamodb/commands.ts';
import { createDocumentClient, type DocumentClient } from '../../../../adapters/aws/dynamodb/document-client.ts';
import {
  ConditionalCheckFailedException,
  TransactionCanceledException,
} from '../../../../adapters/aws/dynamodb/dynamodb-errors.ts';
import { ok, refuse, type ServiceDouble, startServiceDouble } from '../calls/service-double.ts';

const account = { region: 'us-east-1', credentials: { accessKeyId: 'a', secretAccessKey: 's' } };
const TableName = 'T';
const Key = { pk: 'p', sk: 's' };
const ExpressionAttributeNames = { '#n': 'name' };
const ExpressionAttributeValues = { ':v': ['a', 1, null, true, { deep: new Set(['x']) }], ':absent': undefined };
const condition = { ConditionExpression: '#n = :v', ExpressionAttributeNames, ExpressionAttributeValues };
const Item = { ...Key, name: 'n', tags: ['a'], bytes: new Uint8Array([1, 2]), absent: undefined };
const query = {
  TableName,
  IndexName: 'byName',
  KeyConditionExpression: '#n = :v',
  FilterExpression: 'attribute_exists(a)',
  ProjectionExpression: '#n',
  ExpressionAttributeNames,
  ExpressionAttributeValues,
  ScanIndexForward: false,
  ConsistentRead: true,
  Limit: 5,
  ExclusiveStartKey: Key,
};
/** With an answer: the same input is a command of ours and of the SDK. */
const commands = {
  GetItem: [GetCommand, sdk.GetCommand, { TableName, Key, ConsistentRead: true, ProjectionExpression: 'a' }],
  PutItem: [PutCommand, sdk.PutCommand, { TableName, Item, ...condition, ReturnValues: 'ALL_OLD' }],
  UpdateItem: [UpdateCommand, sdk.UpdateCommand, { TableName, Key, UpdateExpression: 'SET a = :v', ...condition }],
  DeleteItem: [DeleteCommand, sdk.DeleteCommand, { TableName, Key, ...condition }],
  Query: [QueryCommand, sdk.QueryCommand, query],
  BatchGetItem: [
    BatchGetCommand,
    sdk.BatchGetCommand,
    { RequestItems: { T: { Keys: [Key, Key], ConsistentRead: true }, Item: { Keys: [Key] } } },
  ],
  BatchWriteItem: [
    BatchWriteCommand,
    sdk.BatchWriteCommand,
    { RequestItems: { T: [{ PutRequest: { Item } }, { DeleteRequest: { Key } }], Key: [{ DeleteRequest: { Key } }] } },
  ],
  TransactWriteItems: [
    TransactWriteCommand,
    sdk.TransactWriteCommand,
    {
      TransactItems: [
        { Put: { TableName, Item, ...condition } },
        { Update: { TableName, Key, UpdateExpression: 'SET a = :v', ...condition } },
        { Delete: { TableName, Key, ...condition } },
        { ConditionCheck: { TableName, Key, ...condition } },
      ],
    },
  ],
} as const;

let service: ServiceDouble;
let db: DocumentClient;

beforeEach(async () => {
  service = await startServiceDouble();
  db = createDocumentClient({ endpoint: service.url, ...account });
});
afterEach(async () => service.stop());

describe('a command', () => {
  it.each(Object.entries(commands))(
    '%s says to DynamoDB what that of the SDK says',
    async (_, [Ours, Theirs, input]) => {
      const theirs = sdk.DynamoDBDocumentClient.from(new DynamoDBClient({ endpoint: service.url, ...account }), {
        marshallOptions: { removeUndefinedValues: true },
      });

      await theirs.send(new (Theirs as typeof sdk.GetCommand)(input as never));
      await db.send(new (Ours as typeof GetCommand)(input as never));

      const said = service.calls.map(({ headers, body }) => {
        const { ClientRequestToken: token, ...request } = JSON.parse(body);
        return {
          target: headers['x-amz-target'],
          type: headers['content-type'],
          hasToken: token !== undefined,
          request,
        };
      });
      expect(said[1]).toEqual(said[0]);
    },
  );

  const wireItem = {
    pk: { S: 'p' },
    n: { N: '1.5' },
    set: { SS: ['x'] },
    list: { L: [{ NULL: true }] },
    b: { B: 'AQI=' },
  };
  const plainItem = { pk: 'p', n: 1.5, set: new Set(['x']), list: [null], b: new Uint8Array([1, 2]) };

  it.each([
    [new GetCommand({ TableName, Key }), { Item: wireItem }, { Item: plainItem }],
    [new GetCommand({ TableName, Key }), {}, { Item: undefined }],
    [new PutCommand({ TableName, Item }), { Attributes: wireItem }, { Attributes: plainItem }],
    [new UpdateCommand({ TableName, Key }), {}, { Attributes: undefined }],
    [
      new QueryCommand(query),
      { Items: [wireItem], Count: 1, LastEvaluatedKey: { pk: { S: 'p' } } },
      { Items: [plainItem], Count: 1, LastEvaluatedKey: { pk: 'p' } },
    ],
    [new QueryCommand(query), { Count: 7 }, { Items: [], Count: 7, LastEvaluatedKey: undefined }],
    [
      new BatchGetCommand({ RequestItems: {} }),
      { Responses: { T: [wireItem] }, UnprocessedKeys: { T: { Keys: [{ pk: { S: 'q' } }], ConsistentRead: true } } },
      { Responses: { T: [plainItem] }, UnprocessedKeys: { T: { Keys: [{ pk: 'q' }], ConsistentRead: true } } },
    ],
    [
      new BatchWriteCommand({ RequestItems: {} }),
      {
        UnprocessedItems: {
          T: [{ PutRequest: { Item: wireItem } }, { DeleteRequest: { Key: { pk: { S: 'q' } } } }],
        },
      },
      { UnprocessedItems: { T: [{ PutRequest: { Item: plainItem } }, { DeleteRequest: { Key: { pk: 'q' } } }] } },
    ],
    [new TransactWriteCommand({ TransactItems: [] }), {}, undefined],
  ])('reads the answer to $operation as plain values', async (command, wire, plain) => {
    service.answer(ok(wire));

    expect(await (db.send as (sent: object) => Promise<unknown>)(command)).toEqual(plain);
  });

  it('that was a transaction keeps its token when it is repeated, so that it is not made twice', async () => {
    service.answer(refuse('InternalServerError', 500), ok({}));

    await db.send(new TransactWriteCommand({ TransactItems: [] }));
    await db.send(new TransactWriteCommand({ TransactItems: [] }));

    const [first, repeated, next] = service.calls.map(({ body }) => JSON.parse(body).ClientRequestToken);
    expect(first).toMatch(/^[\da-f-]{36}$/);
    expect(repeated).toBe(first);
    expect(next).not.toBe(first);
  });
});

describe('the pages of a query', () => {
  it('follow each other to the last', async () => {
    service.answer(
      ok({ Items: [{ pk: { S: 'a' } }], Count: 1, LastEvaluatedKey: { pk: { S: 'a' } } }),
      ok({ Items: [], Count: 0, LastEvaluatedKey: { pk: { S: 'b' } } }),
      ok({ Items: [{ pk: { S: 'c' } }], Count: 1 }),
    );
    const input = { TableName, KeyConditionExpression: 'pk = :v' };

    const pages = await Array.fromAsync(paginateQuery({ client: db, pageSize: 7 }, input));

    expect(pages.flatMap(({ Items }) => Items)).toEqual([{ pk: 'a' }, { pk: 'c' }]);
    expect(service.calls.map(({ body }) => JSON.parse(body))).toMatchObject([
      { Limit: 7 },
      { Limit: 7, ExclusiveStartKey: { pk: { S: 'a' } } },
      { Limit: 7, ExclusiveStartKey: { pk: { S: 'b' } } },
    ]);
  });
});

describe('an error of DynamoDB', () => {
  it('has the item, where a condition did not hold and the call asked for it', async () => {
    service.answer(refuse('ConditionalCheckFailedException', 400, {}, { Item: { pk: { S: 'p' }, n: { N: '1' } } }));

    const error = await db.send(new PutCommand({ TableName, Item })).catch((thrown: unknown) => thrown);

    expect(error).toBeInstanceOf(ConditionalCheckFailedException);
    expect(error).toMatchObject({ name: 'ConditionalCheckFailedException', Item: { pk: 'p', n: 1 } });
  });

  it('has no item where there is none', async () => {
    service.answer(refuse('ConditionalCheckFailedException'));

    const error = await db.send(new PutCommand({ TableName, Item })).catch((thrown: unknown) => thrown);

    expect(error).toBeInstanceOf(ConditionalCheckFailedException);
    expect(error).toMatchObject({ Item: undefined });
  });

  it('has the reason of each write of a transaction', async () => {
    const CancellationReasons = [{ Code: 'None' }, { Code: 'ConditionalCheckFailed', Message: 'no' }, null];
    service.answer(refuse('TransactionCanceledException', 400, {}, { CancellationReasons }));

    const error = await db.send(new TransactWriteCommand({ TransactItems: [] })).catch((thrown: unknown) => thrown);

    expect(error).toBeInstanceOf(TransactionCanceledException);
    expect(error).toMatchObject({
      CancellationReasons: [{ Code: 'None' }, { Code: 'ConditionalCheckFailed' }, { Code: 'None' }],
    });
  });
});
