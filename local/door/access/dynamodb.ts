import * as z from 'zod';
import { ACCOUNT, REGION, streamArn } from '../../assembly/attributes.ts';
import { targetOperation } from '../service.ts';
import { jsonBody, type Needed, type NeedsOf } from './requests.ts';

const OnTable = z.object({ TableName: z.string(), IndexName: z.string().optional() });
const Batch = z.object({ RequestItems: z.record(z.string(), z.unknown()) });
const Item = z.object({ TableName: z.string() });
const Transaction = z.object({
  TransactItems: z.array(
    z.object({ ConditionCheck: Item, Delete: Item, Get: Item, Put: Item, Update: Item }).partial(),
  ),
});
const OnStream = z.object({ StreamArn: z.string() });
const OnIterator = z.object({ ShardIterator: z.string() });
const Iterator = z.object({ table_name: z.string() });

const ofTransaction = {
  ConditionCheck: 'ConditionCheckItem',
  Delete: 'DeleteItem',
  Get: 'GetItem',
  Put: 'PutItem',
  Update: 'UpdateItem',
} as const;

type Read = (body: unknown, operation: string) => Needed[];

/** A query on an index needs the right on the index, not on the table. */
const onTable: Read = (body, operation) => {
  const { TableName, IndexName } = OnTable.parse(body);
  const index = IndexName === undefined ? '' : `/index/${IndexName}`;
  return [{ action: `dynamodb:${operation}`, resource: tableArn(TableName) + index }];
};

const batch: Read = (body, operation) =>
  Object.keys(Batch.parse(body).RequestItems).map((table) => ({
    action: `dynamodb:${operation}`,
    resource: tableArn(table),
  }));

/** A transaction has no action of its own: each of its parts is checked as the call that it stands for. */
const transaction: Read = (body) =>
  Transaction.parse(body).TransactItems.flatMap((part) =>
    (['ConditionCheck', 'Delete', 'Get', 'Put', 'Update'] as const).flatMap((kind) => {
      const item = part[kind];
      return item === undefined
        ? []
        : [{ action: `dynamodb:${ofTransaction[kind]}`, resource: tableArn(item.TableName) }];
    }),
  );

const onStream: Read = (body, operation) => {
  const [, table = ''] = /:table\/([^/]+)\//.exec(OnStream.parse(body).StreamArn) ?? [];
  return [{ action: `dynamodb:${operation}`, resource: streamArn(table) }];
};

const onIterator: Read = (body, operation) => {
  const table = tableOfIterator(OnIterator.parse(body).ShardIterator);
  return [{ action: `dynamodb:${operation}`, resource: streamArn(table) }];
};

const reads: Readonly<Record<string, Read>> = {
  BatchGetItem: batch,
  BatchWriteItem: batch,
  DeleteItem: onTable,
  DescribeTable: onTable,
  GetItem: onTable,
  PutItem: onTable,
  Query: onTable,
  Scan: onTable,
  UpdateItem: onTable,
  TransactGetItems: transaction,
  TransactWriteItems: transaction,
  DescribeStream: onStream,
  GetShardIterator: onStream,
  GetRecords: onIterator,
};

/** @see https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazondynamodb.html */
export const dynamoDbNeeds: NeedsOf = (call) => {
  const operation = targetOperation(call.headers);
  return reads[operation]?.(jsonBody(call), operation);
};

function tableArn(nameOrArn: string): string {
  return nameOrArn.startsWith('arn:') ? nameOrArn : `arn:aws:dynamodb:${REGION}:${ACCOUNT}:table/${nameOrArn}`;
}

/** An iterator names its table: the embedded engine's in JSON, DynamoDB Local's in an ARN. */
function tableOfIterator(iterator: string): string {
  const [, inArn] = /:table\/([^/]+)\//.exec(iterator) ?? [];
  if (inArn !== undefined) return inArn;
  try {
    const content: unknown = JSON.parse(Buffer.from(iterator, 'base64').toString());
    return Iterator.parse(content).table_name;
  } catch {
    return '';
  }
}
