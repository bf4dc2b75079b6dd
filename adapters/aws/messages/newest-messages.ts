import type { AsOfPorts } from '../../../core/figures/as-of.ts';
import { MESSAGE_SHARDS } from '../../../core/message/message-id.ts';
import type { SpanUsagePorts } from '../../../core/figures/span-usage.ts';
import { QueryCommand } from '../dynamodb/commands.ts';
import type { DocumentClient } from '../dynamodb/document-client.ts';
import { messageIdIn, rowsBetween, shardPartition } from './message-key.ts';

/** Finds the newest message in each shard of an organisation. */
export function createNewestMessages(db: DocumentClient, table: string): AsOfPorts['newestMessages'] {
  const edge = edgeReader(db, table);
  return {
    inShards: async (organizationId, span) =>
      inAllShards(async (shard) => edge({ pk: shardPartition(organizationId, shard), ...span, end: 'newest' })),
  };
}

/** Finds the oldest and the newest message of a span in each shard of an organisation. */
export function createEdgeReader(db: DocumentClient, table: string): SpanUsagePorts['edges'] {
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

/** Reads one row: a delivery's row names its message, too. */
function edgeReader(db: DocumentClient, table: string) {
  return async ({ pk, from, until, end }: Edge): Promise<string[]> => {
    const { low, high } = rowsBetween(from, until);
    const { Items } = await db.send(
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
