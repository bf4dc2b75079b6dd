import type { MessageRecord } from '../../../core/delivery/message-report.ts';
import { idOf, ulidOf } from '../../../core/message/ids.ts';
import { ulidAbove } from '../../../core/message/ulid.ts';
import { QueryCommand } from '../dynamodb/commands.ts';
import type { DocumentClient } from '../dynamodb/document-client.ts';
import { isDeliveryKey, LAST, messageIdIn, type SortKeys } from './message-key.ts';
import { parseMessageRows } from './message-rows.ts';

interface Shard extends SortKeys {
  readonly table: string;
  readonly pk: string;
  /** The last message of the previous page. */
  readonly after: string | undefined;
  /** Rows of other webhooks stay in the table: they are read, and paid for, but not sent. */
  readonly webhookId: string | undefined;
  /** Rows that probably suffice: the first query reads no more, so a long history costs nothing. */
  readonly firstRows: number;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** Goes through the messages of one shard, newest first. */
export interface MessageShardReader {
  /** The newest message found and not yet taken. */
  head(): MessageRecord | undefined;
  take(): MessageRecord;
  /** The reader has seen every message with this id or a higher one; `undefined`: it has seen all. */
  position(): string | undefined;
  /** Makes one query. */
  readOn(): Promise<void>;
}

/** Each query may read this many times more than the previous one, up to the megabyte that ends any query. */
const GROWTH = 4;

/** Opens one shard. Reads are eventually consistent: half the price, and a list is old as soon as it is drawn. */
export function createMessageShardReader(db: DocumentClient, shard: Shard): MessageShardReader {
  const ready: MessageRecord[] = [];
  const ofWebhook =
    shard.webhookId === undefined
      ? { values: {} }
      : { values: { ':webhookId': shard.webhookId }, filter: { FilterExpression: 'webhookId = :webhookId' } };
  let open: Record<string, unknown>[] = [];
  let start: Record<string, unknown> | undefined;
  let rows = shard.firstRows;
  let position: string | undefined = LAST;

  return {
    head: () => ready[0],
    take() {
      const record = ready.shift();
      if (record === undefined) throw new Error('Nothing was found to take.');
      return record;
    },
    position: () => position,
    async readOn() {
      const { Items, LastEvaluatedKey } = await db.send(
        new QueryCommand({
          TableName: shard.table,
          KeyConditionExpression: 'pk = :pk AND sk BETWEEN :low AND :high',
          ...ofWebhook.filter,
          ExpressionAttributeValues: { ':pk': shard.pk, ':low': shard.low, ':high': shard.high, ...ofWebhook.values },
          ExclusiveStartKey: start,
          ScanIndexForward: false,
          Limit: rows,
        }),
      );
      const read = parseMessageRows([...open, ...Items], shard.now);
      ready.push(...read.records.filter(({ message }) => message.id !== shard.after));
      open = read.open;
      start = LastEvaluatedKey;
      rows *= GROWTH;
      position = start === undefined ? undefined : positionAt(start['sk']);
    },
  };
}

/** A message comes after its deliveries: if the last row read is a delivery, its message is still unseen. */
function positionAt(sortKey: unknown): string {
  const id = messageIdIn(sortKey);
  return isDeliveryKey(sortKey) ? idOf('message', ulidAbove(ulidOf(id))) : id;
}
