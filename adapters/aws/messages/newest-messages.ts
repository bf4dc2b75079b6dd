import { type DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { AsOfPorts } from '../../../core/figures/as-of.ts';
import { MESSAGE_SHARDS } from '../../../core/message/message-id.ts';
import type { SpanUsagePorts } from '../../../core/figures/span-usage.ts';
import { messageIdIn, rowsBetween, shardPartition } from './message-key.ts';

/** Looks which message is the newest in each shard of an organisation. */
export function createNewestMessages(db: DynamoDBDocumentClient, table: string): AsOfPorts['newestMessages'] {
  const edge = edgeReader(db, table);
  return {
    inShards: async (organizationId, span) =>
      inAllShards(async (shard) => edge({ pk: shardPartition(organizationId, shard), ...span, end: 'newest' })),
  };
}

/** Looks which messages are the oldest and the newest of a span in each shard of an organisation. */
export function createEdgeReader(db: DynamoDBDocumentClient, table: string): SpanUsagePorts['edges'] {
  const edge = edgeReader(db, table);
  return async (organizationId, { from, until }) =>
    inAllShards(async (shard) => {
      const span = { pk: shardPartition(organizationId, shard), from, until: until - 1 };
      return (await Promise.all([edge({ ...span, end: 'oldest' }), edge({ ...span, end: 'newest' })])).flat();
    });
}

async function inAllShards(read: (shard: number) => Promise<readonly string[]>): Promise<string[]> {
  return (await Promise.all(Array.from({ length: MESSAGE_SHARDS }, async (_, shard) => read(shard)))).flat();
}

interface Edge {
  readonly pk: string;
  /** Epoch milliseconds, both inclusive. */
  readonly from: number;
  readonly until: number;
  readonly end: 'oldest' | 'newest';
}

/** One row: that of a delivery tells its message, too. */
function edgeReader(db: DynamoDBDocumentClient, table: string) {
  return async ({ pk, from, until, end }: Edge): Promise<string[]> => {
    const { low, high } = rowsBetween(from, until);
    const { Items = [] } = await db.send(
      new QueryCommand({
        TableName: table,
        KeyConditionExpression: 'pk = :pk AND sk BETWEEN :low AND :high',
        ProjectionExpression: 'sk',
        ExpressionAttributeValues: { ':pk': pk, ':low': low, ':high': high },
        ScanIndexForward: end === 'oldest',
        Limit: 1,
      }),
    );
    return Items.map((item) => messageIdIn(item['sk']));
  };
}
