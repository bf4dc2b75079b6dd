import { type DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { MessageRecord } from '../../../core/delivery/message-history.ts';
import type { SortKeys } from './message-key.ts';
import { parseMessageRows } from './message-rows.ts';

interface Shard extends SortKeys {
  readonly table: string;
  readonly pk: string;
  /** The message that the page before ended with. */
  readonly after: string | undefined;
  /** Rows that probably suffice: the first query reads no more, so a long history costs a page nothing. */
  readonly firstRows: number;
  /** Whether one more query may be made. */
  readonly takeQuery: () => boolean;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** Goes through the messages of one shard, newest first. */
export interface MessageShardReader {
  /** The next message without passing it; `unknown` when finding it would need a query too many. */
  peek(): Promise<MessageRecord | 'none' | 'unknown'>;
  /** The message that `peek` saw. */
  take(): MessageRecord;
}

/** Once the first query did not suffice. */
const ROWS_PER_QUERY = 100;

/** Opens one shard. Reads are eventually consistent: half the price, and a list is old as soon as it is drawn. */
export function createMessageShardReader(db: DynamoDBDocumentClient, shard: Shard): MessageShardReader {
  const ready: MessageRecord[] = [];
  let open: Record<string, unknown>[] = [];
  let start: Record<string, unknown> | undefined;
  let isOver = false;

  async function readOn(): Promise<void> {
    const { Items = [], LastEvaluatedKey } = await db.send(
      new QueryCommand({
        TableName: shard.table,
        KeyConditionExpression: 'pk = :pk AND sk BETWEEN :low AND :high',
        ExpressionAttributeValues: { ':pk': shard.pk, ':low': shard.low, ':high': shard.high },
        ExclusiveStartKey: start,
        ScanIndexForward: false,
        Limit: start === undefined ? shard.firstRows : ROWS_PER_QUERY,
      }),
    );
    const read = parseMessageRows([...open, ...Items], shard.now);
    ready.push(...read.records.filter(({ message }) => message.id !== shard.after));
    open = read.open;
    start = LastEvaluatedKey;
    isOver = LastEvaluatedKey === undefined;
  }

  return {
    async peek() {
      while (ready.length === 0 && !isOver) {
        if (!shard.takeQuery()) return 'unknown';
        await readOn();
      }
      return ready[0] ?? 'none';
    },
    take() {
      const record = ready.shift();
      if (record === undefined) throw new Error('Nothing was seen to take.');
      return record;
    },
  };
}
