import { GetCommand } from '../dynamodb/commands.ts';
import type { DocumentClient } from '../dynamodb/document-client.ts';
import { messageKey } from './message-key.ts';

/** Tells which messages are stored. */
export function createMessageLookUp(db: DocumentClient, table: string) {
  return {
    async has(organizationId: string, messageId: string): Promise<boolean> {
      const Key = messageKey(organizationId, messageId);
      const { Item } = await db.send(
        new GetCommand({ TableName: table, Key, ConsistentRead: true, ProjectionExpression: 'sk' }),
      );
      return Item !== undefined;
    },
  };
}
