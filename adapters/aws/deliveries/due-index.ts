import * as z from 'zod/mini';
import { Delivery } from '../../../core/delivery/delivery.ts';
import type { ParkedDelivery } from '../../../core/delivery/sweep.ts';
import { dueIndex } from '../../../core/storage/tables.ts';
import { UpdateCommand, paginateQuery } from '../dynamodb/commands.ts';
import type { DocumentClient } from '../dynamodb/document-client.ts';
import { ConditionalCheckFailedException } from '../dynamodb/dynamodb-errors.ts';
import { deliveryKey, duePartition } from '../messages/message-key.ts';

const Parked = z.extend(Delivery, { dueAt: z.string() });

/** The sparse index of parked deliveries, one partition for each message shard. */
export function createDueIndex(db: DocumentClient, table: string) {
  return {
    async *pages(shard: number, until: string): AsyncGenerator<ParkedDelivery[]> {
      const query = {
        TableName: table,
        IndexName: dueIndex.name,
        KeyConditionExpression: 'dueShard = :shard AND dueAt <= :until',
        ExpressionAttributeValues: { ':shard': duePartition(shard), ':until': until },
      };
      for await (const page of paginateQuery({ client: db, pageSize: 500 }, query)) {
        yield page.Items.map((item) => Parked.parse(item));
      }
    },

    async clear(parked: ParkedDelivery): Promise<void> {
      try {
        await db.send(
          new UpdateCommand({
            TableName: table,
            Key: deliveryKey(parked),
            UpdateExpression: 'REMOVE dueShard, dueAt',
            ConditionExpression: 'dueAt = :dueAt',
            ExpressionAttributeValues: { ':dueAt': parked.dueAt },
          }),
        );
      } catch (error) {
        if (!(error instanceof ConditionalCheckFailedException)) throw error;
      }
    },
  };
}
