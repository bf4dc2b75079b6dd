import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Message } from '../../../core/delivery/message.ts';
import { batchPut } from '../dynamodb/batch-put.ts';
import { messageItems, type MessageTables } from './message-items.ts';

/** Writes messages together with the live events they cause, in one call. */
export function createMessageStore(db: DynamoDBDocumentClient, tables: MessageTables) {
  return {
    async store(message: Message): Promise<void> {
      await batchPut(db, messageItems(tables, message));
    },
  };
}
