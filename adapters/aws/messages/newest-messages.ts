import { type DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { AsOfPorts } from '../../../core/figures/as-of.ts';
import { MESSAGE_SHARDS } from '../../../core/message/message-id.ts';
import { messageIdIn, rowsBetween, shardPartition } from './message-key.ts';

/** Looks which message is the newest in each shard of an organisation. */
export function createNewestMessages(db: DynamoDBDocumentClient, table: string): AsOfPorts['newestMessages'] {
  return {
    async inShards(organizationId, { from, until }) {
      const { low, high } = rowsBetween(from, until);
      const queries = Array.from({ length: MESSAGE_SHARDS }, async (_, shard) => {
        const { Items = [] } = await db.send(
          new QueryCommand({
            TableName: table,
            KeyConditionExpression: 'pk = :pk AND sk BETWEEN :low AND :high',
            ProjectionExpression: 'sk',
            ExpressionAttributeValues: { ':pk': shardPartition(organizationId, shard), ':low': low, ':high': high },
            ScanIndexForward: false,
            Limit: 1,
          }),
        );
        return Items.map((item) => messageIdIn(item['sk']));
      });
      return (await Promise.all(queries)).flat();
    },
  };
}
