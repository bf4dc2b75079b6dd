import type { AskTimers } from '../../../core/ask/ask-store.ts';
import { askDueIndex } from '../../../core/storage/tables.ts';
import { GetCommand, UpdateCommand, paginateQuery } from '../dynamodb/commands.ts';
import type { DocumentClient } from '../dynamodb/document-client.ts';
import { ConditionalCheckFailedException } from '../dynamodb/dynamodb-errors.ts';
import { askKey, DUE_PARTITION, DueAsk, isoTime } from './ask-rows.ts';

/** The sparse index of asks that are due. */
export function createAskTimers(db: DocumentClient, table: string): AskTimers {
  return {
    async *due(until) {
      const query = {
        TableName: table,
        IndexName: askDueIndex.name,
        KeyConditionExpression: 'dueShard = :shard AND dueAt <= :until',
        ExpressionAttributeValues: { ':shard': DUE_PARTITION, ':until': isoTime(until) },
      };
      for await (const page of paginateQuery({ client: db, pageSize: 100 }, query)) {
        for (const { askId } of page.Items) {
          const { Item } = await db.send(
            new GetCommand({ TableName: table, Key: askKey(String(askId)), ConsistentRead: true }),
          );
          // The index may lag behind: its end may be told by now.
          const read = DueAsk.safeParse(Item);
          if (!read.success) continue;
          const { organizationId, dueAt } = read.data;
          yield { id: read.data.askId, organizationId, dueAt: Date.parse(dueAt) };
        }
      }
    },

    async clear({ id, dueAt }) {
      try {
        await db.send(
          new UpdateCommand({
            TableName: table,
            Key: askKey(id),
            UpdateExpression: 'REMOVE dueShard, dueAt, taskToken',
            ConditionExpression: 'dueAt = :seen',
            ExpressionAttributeValues: { ':seen': isoTime(dueAt ?? 0) },
          }),
        );
      } catch (error) {
        if (!(error instanceof ConditionalCheckFailedException)) throw error;
      }
    },
  };
}
