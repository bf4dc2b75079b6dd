import type { Message } from '../../../core/delivery/message.ts';
import { memberKey } from '../alerts/member-key.ts';
import { batchPut, type Put } from '../dynamodb/batch-put.ts';
import type { DocumentClient } from '../dynamodb/document-client.ts';
import { messageItems, type MessageTables } from './message-items.ts';

/** The row that says a message belongs to an alert: alerts are listed by it, and counted where a count is doubtful. */
function memberItems(table: string, { id, alert, expiresAt }: Message): Put[] {
  if (alert === undefined) return [];
  return [{ table, item: { ...memberKey(alert.id, id), said: alert.said, expiresAt } }];
}

/** Writes messages together with the live events they cause, in one call. */
export function createMessageStore(db: DocumentClient, tables: MessageTables & { readonly alerts: string }) {
  return {
    async store(message: Message): Promise<void> {
      await batchPut(db, [...messageItems(tables, message), ...memberItems(tables.alerts, message)]);
    },
  };
}
