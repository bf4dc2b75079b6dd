import { LiveEvent } from '../../../core/live/live-event.ts';
import type { EventRows } from '../../../core/live/event-rows.ts';
import { paginateQuery } from '../dynamodb/commands.ts';
import type { DocumentClient } from '../dynamodb/document-client.ts';

/** Rows per page: enough for most replays at once, and never much more than one needs. */
const PAGE_ROWS = 500;

/** Reads the LiveEvents table: partition key `channelId`, sort key `id`. Rows it does not understand are left out. */
export function createEventRows(client: DocumentClient, table: string): EventRows {
  return {
    async *newestFirst(channelId, fromId) {
      const pages = paginateQuery(
        { client, pageSize: PAGE_ROWS },
        {
          TableName: table,
          KeyConditionExpression: 'channelId = :channelId AND id >= :fromId',
          ExpressionAttributeValues: { ':channelId': channelId, ':fromId': fromId },
          ScanIndexForward: false,
          ConsistentRead: true,
        },
      );
      for await (const { Items } of pages) yield Items.flatMap((item) => LiveEvent.safeParse(item).data ?? []);
    },
  };
}
