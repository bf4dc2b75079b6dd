import { type DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { MessageQuery, MessageReader, MessageRecord } from '../../../core/delivery/message-history.ts';
import { isId } from '../../../core/message/ids.ts';
import type { Page } from '../../../core/directory/page.ts';
import { MESSAGE_LIFETIME_SECONDS } from '../../../core/delivery/message.ts';
import { MESSAGE_SHARDS } from '../../../core/message/message-id.ts';
import { listFailed } from './failed-messages.ts';
import { partitionOf, rowsBetween, rowsOf, shardPartition } from './message-key.ts';
import { createMessageShardReader, type MessageShardReader } from './message-shard-reader.ts';
import { MAX_PAGE_CHARACTERS, parseMessageRows } from './message-rows.ts';

/** Queries that one call may make over all shards: at most 24 MB read, so a search that finds little stays quick. */
const MAX_QUERIES = 24;

/** Most messages have one delivery; half of that again, because shards are not filled evenly. */
const ROWS_PER_MESSAGE = 3;

/** Ids are stamped within moments of `receivedAt`, not at the same millisecond. */
const STAMP_TOLERANCE_MS = 60_000;

/**
 * Reads messages with their deliveries. A list merges the shards of an organisation, each in descending order, which
 * yields the deliveries of a message before the message itself: a message that was met is complete.
 */
export function createMessageReader(
  db: DynamoDBDocumentClient,
  { table, now }: { readonly table: string; readonly now: () => number },
): MessageReader {
  const readMessage: MessageReader['readMessage'] = async (organizationId, messageId) => {
    if (!isId('message', messageId)) return undefined;
    const rows: Record<string, unknown>[] = [];
    const { low, high } = rowsOf(messageId);
    let start: Record<string, unknown> | undefined;
    do {
      const { Items = [], LastEvaluatedKey } = await db.send(
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
      const range = rangeOf(query, now());
      if (range.low > range.high) return { items: [] };
      if (query.onlyFailed === true) return listFailed(db, readMessage, { range: { table, ...range }, query });
      let queriesLeft = MAX_QUERIES;
      const takeQuery = () => (queriesLeft -= 1) >= 0;
      const firstRows = Math.ceil((query.page.limit / MESSAGE_SHARDS) * ROWS_PER_MESSAGE);
      const shards = Array.from({ length: MESSAGE_SHARDS }, (_, shard) =>
        createMessageShardReader(db, {
          table,
          pk: shardPartition(query.organizationId, shard),
          ...range,
          firstRows,
          takeQuery,
          now: now(),
        }),
      );
      return merge(shards, query);
    },
  };
}

/** The sort keys to read, both inclusive; the message of the cursor itself is passed over. */
function rangeOf({ page, from = 0, to = Infinity }: MessageQuery, now: number) {
  // What is older than a message lives is expired, or soon is: no page is spent on rows that count as gone.
  const oldest = Math.max(from, now - MESSAGE_LIFETIME_SECONDS * 1000);
  const { low, high: newest } = rowsBetween(oldest - STAMP_TOLERANCE_MS, to + STAMP_TOLERANCE_MS);
  const high = page.after !== undefined && page.after < newest ? page.after : newest;
  return { low, high, after: page.after };
}

async function merge(shards: readonly MessageShardReader[], query: MessageQuery): Promise<Page<MessageRecord>> {
  const items: MessageRecord[] = [];
  let characters = 0;
  let last: string | undefined;
  for (;;) {
    const newest = await newestOf(shards);
    if (newest === 'none') return { items };
    const isFull = items.length === query.page.limit || characters > MAX_PAGE_CHARACTERS;
    if (isFull || newest === 'unknown') {
      if (last === undefined) throw new Error(`${MAX_QUERIES} queries did not lead to one complete message.`);
      return { items, next: last };
    }
    const record = newest.take();
    last = record.message.id;
    if (!(await query.accepts(record))) continue;
    items.push(record);
    characters += JSON.stringify(record).length;
  }
}

type Head = Pick<MessageShardReader, 'take'>;

/** The shard whose next message is the newest; `unknown` when that would need one query too many. */
async function newestOf(shards: readonly MessageShardReader[]): Promise<Head | 'none' | 'unknown'> {
  const heads = await Promise.all(shards.map(async (shard) => ({ shard, head: await shard.peek() })));
  if (heads.some(({ head }) => head === 'unknown')) return 'unknown';
  let newest: { shard: MessageShardReader; id: string } | undefined;
  for (const { shard, head } of heads) {
    if (head === 'none' || head === 'unknown') continue;
    if (newest === undefined || head.message.id > newest.id) newest = { shard, id: head.message.id };
  }
  return newest?.shard ?? 'none';
}

function isWithin({ message }: MessageRecord, { from, to }: MessageQuery): boolean {
  const receivedAt = Date.parse(message.receivedAt);
  return (from === undefined || receivedAt >= from) && (to === undefined || receivedAt <= to);
}
