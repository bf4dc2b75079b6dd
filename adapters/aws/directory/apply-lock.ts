import type { ApplyLock } from '../../../core/document/apply-lock.ts';
import { DeleteCommand, PutCommand } from '../dynamodb/commands.ts';
import type { DocumentClient } from '../dynamodb/document-client.ts';
import { ConditionalCheckFailedException } from '../dynamodb/dynamodb-errors.ts';
import { directoryKeys as keys } from './directory-keys.ts';

/** The lock in the Directory table. One that nobody frees expires. */
export function createApplyLock(db: DocumentClient, TableName: string): ApplyLock {
  return {
    async lockApply({ organizationId, holder, at, until }) {
      const Item = { ...keys.applying(organizationId), holder, until, expiresAt: Math.ceil(until / 1000) };
      const free = {
        ConditionExpression: 'attribute_not_exists(pk) OR #until < :at',
        ExpressionAttributeNames: { '#until': 'until' },
        ExpressionAttributeValues: { ':at': at },
      };
      return isMade(db.send(new PutCommand({ TableName, Item, ...free })));
    },

    async unlockApply(organizationId, holder) {
      const Key = keys.applying(organizationId);
      const own = {
        ConditionExpression: '#holder = :holder',
        ExpressionAttributeNames: { '#holder': 'holder' },
        ExpressionAttributeValues: { ':holder': holder },
      };
      await isMade(db.send(new DeleteCommand({ TableName, Key, ...own })));
    },
  };
}

/** Whether the condition of a write held. */
async function isMade(write: Promise<unknown>): Promise<boolean> {
  try {
    await write;
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
}
