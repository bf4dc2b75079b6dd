import type { DailyCounter } from '../../../core/directory/daily-limit.ts';
import { UpdateCommand } from '../dynamodb/commands.ts';
import type { DocumentClient } from '../dynamodb/document-client.ts';
import { ConditionalCheckFailedException } from '../dynamodb/dynamodb-errors.ts';
import { counterKeys } from './counter-keys.ts';

/** Counts what actors make in a day, one item each in the Counters table: increment and check are one write. */
export function createDailyCounter(db: DocumentClient, table: string): DailyCounter {
  return {
    async countOne(key, limit, expiresAt) {
      const update = new UpdateCommand({
        TableName: table,
        Key: counterKeys.daily(key),
        UpdateExpression: 'SET expiresAt = :expiresAt ADD #count :one',
        ConditionExpression: 'attribute_not_exists(#count) OR #count < :limit',
        ExpressionAttributeNames: { '#count': 'count' },
        ExpressionAttributeValues: { ':one': 1, ':limit': limit, ':expiresAt': expiresAt },
      });
      try {
        await db.send(update);
        return true;
      } catch (error) {
        if (error instanceof ConditionalCheckFailedException) return false;
        throw error;
      }
    },
  };
}
