import type { MessageQuery, MessageReader } from '../../../core/delivery/message-history.ts';
import type { MessageRecord } from '../../../core/delivery/message-report.ts';
import { isId } from '../../../core/message/ids.ts';
import { MESSAGE_LIFETIME_SECONDS } from '../../../core/delivery/message.ts';
import { MESSAGE_SHARDS } from '../../../core/message/message-id.ts';
import { QueryCommand } from '../dynamodb/commands.ts';
import type { DocumentClient } from '../dynamodb/document-client.ts';
import { createGatheredReader } from '../dynamodb/gathered-reader.ts';
import { listFailed } from './failed-messages.ts';
import { partitionOf, rowsBetween, rowsOf, shardPartition } from './message-key.ts';
import { mergeShards } from './merge-shards.ts';
import { parseMessageRows } from './message-rows.ts';
import { createMessageShardReader } from './message-shard-reader.ts';

/** How long a search goes on before it says how far it got (contract section 12). */
const SEARCH_MS = 2000;

/** The longest that any other page takes to fill, far below the function's 29 s: hundreds of megabytes of rows. */
const LIST_MS = 20_000;

/** How long a full page checks whether it is the last. */
const FULL_MS = 1000;

/** A narrowed query rarely finds enough among few rows. */
const NARROWED_ROWS = 128;

/** Most messages have one delivery; half as many rows again, because shards do not fill evenly. */
const ROWS_PER_MESSAGE = 3;

/** Rows of a shard that a page of a list reads first. */
export const firstRowsOf = (limit: number): number => Math.ceil((limit / MESSAGE_SHARDS) * ROWS_PER_MESSAGE);

/** Ids are stamped within moments of `receivedAt`, not at the same millisecond. */
const STAMP_TOLERANCE_MS = 60_000;

/**
 * Reads messages with their deliveries. A list merges the shards of an organisation, each in descending order, which
 * yields the deliveries of a message before the message itself: once the message appears, it is complete.
 */
export function createMessageReader(
  db: DocumentClient,
  { table, now }: { readonly table: string; readonly now: () => number },
): MessageReader {
  const readMessage: MessageReader['readMessage'] = async (organizationId, messageId) => {
    if (!isId('message', messageId)) return undefined;
    const rows: Record<string, unknown>[] = [];
    const { low, high } = rowsOf(messageId);
    let start: Record<string, unknown> | undefined;
    do {
      const { Items, LastEvaluatedKey } = await db.send(
        new QueryCommand({
          TableName: table,
          KeyConditionExpression: 'pk = :pk AND sk BETWEEN :low AND :high',
          ExpressionAttributeValues: { ':pk': partitionOf(organizationId, messageId), ':low': low, ':high': high },
          ExclusiveStartKey: start,
          ScanIndexForward: false,
          ConsistentRead: true,
        }),
      );
      rows.push(...Items);
      start = LastEvaluatedKey;
    } while (start !== undefined);
    return parseMessageRows(rows, now()).records[0];
  };

  return {
    readMessage,

    async listMessages(asked) {
      const query = {
        ...asked,
        accepts: async (record: MessageRecord) => isWithin(record, asked) && asked.accepts(record),
      };
      const startedAt = now();
      const range = rangeOf(query, startedAt);
      if (range.low > range.high) return { items: [] };
      const isSearch = query.isSearch === true;
      const time = { now, stopAt: startedAt + (isSearch ? SEARCH_MS : LIST_MS), fullStopAt: startedAt + FULL_MS };
      if (query.onlyFailed === true) {
        return listFailed({ db, table, readMessage, readItem: createGatheredReader(db) }, { range, query, time });
      }
      const wanted = firstRowsOf(query.page.limit);
      const isNarrowed = isSearch || query.webhookId !== undefined;
      const shards = Array.from({ length: MESSAGE_SHARDS }, (_, shard) =>
        createMessageShardReader(db, {
          table,
          pk: shardPartition(query.organizationId, shard),
          ...range,
          webhookId: query.webhookId,
          firstRows: isNarrowed ? Math.max(wanted, NARROWED_ROWS) : wanted,
          now: startedAt,
        }),
      );
      return mergeShards(shards, query, time);
    },
  };
}

/** The sort keys to read, both inclusive, without the cursor's own message. */
function rangeOf({ page, from = 0, to = Infinity }: MessageQuery, now: number) {
  // Rows older than the lifetime of a message count as gone: no page is spent on them.
  const oldest = Math.max(from, now - MESSAGE_LIFETIME_SECONDS * 1000);
  const { low, high: newest } = rowsBetween(oldest - STAMP_TOLERANCE_MS, to + STAMP_TOLERANCE_MS);
  const high = page.after !== undefined && page.after < newest ? page.after : newest;
  return { low, high, after: page.after };
}

function isWithin({ message }: MessageRecord, { from, to }: MessageQuery): boolean {
  const receivedAt = Date.parse(message.receivedAt);
  return (from === undefined || receivedAt >= from) && (to === undefined || receivedAt <= to);
}
