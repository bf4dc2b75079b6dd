import * as z from 'zod/mini';
import type { UsageStore } from '../../../core/directory/organization-store.ts';
import { GetCommand, UpdateCommand } from '../dynamodb/commands.ts';
import type { DocumentClient } from '../dynamodb/document-client.ts';
import { ConditionalCheckFailedException } from '../dynamodb/dynamodb-errors.ts';
import { counterKeys } from './counter-keys.ts';

const Counter = z.object({ count: z.number() });

/** The monthly counters of sends: organisations read them, and a change of plan changes them. */
export function createUsageStore(db: DocumentClient, table: string): UsageStore {
  return {
    async readUsage(organizationId, month) {
      const Key = counterKeys.quota(organizationId, month);
      const { Item } = await db.send(new GetCommand({ TableName: table, Key, ConsistentRead: true }));
      return Item === undefined ? 0 : Counter.parse(Item).count;
    },

    async changeLimit(organizationId, month, { limit, plan }) {
      const update = new UpdateCommand({
        TableName: table,
        Key: counterKeys.quota(organizationId, month),
        UpdateExpression: 'SET #limit = :limit, #plan = :plan',
        ConditionExpression: 'attribute_exists(pk)',
        ExpressionAttributeNames: { '#limit': 'limit', '#plan': 'plan' },
        ExpressionAttributeValues: { ':limit': limit, ':plan': plan },
      });
      await db.send(update).catch((error: unknown) => {
        if (!(error instanceof ConditionalCheckFailedException)) throw error;
      });
    },
  };
}
