import type { MessageRecord } from '../../../core/delivery/message-report.ts';
import type { StoredSpan } from '../../../core/delivery/reconcile.ts';
import { QueryCommand } from '../dynamodb/commands.ts';
import type { DocumentClient } from '../dynamodb/document-client.ts';
import { isDeliveryKey, rowsBetween, shardPartition } from '../messages/message-key.ts';
import { parseMessageRows } from '../messages/message-rows.ts';

/** Reads the rows stored in a span of time, a page at a time, strongly consistent: it must miss no row. */
export function createStoredMessages(
  db: DocumentClient,
  { table, now }: { readonly table: string; readonly now: () => number },
) {
  return {
    /** At most 1 MB, but at least one message if there is one. */
    async page(span: StoredSpan): Promise<{ records: MessageRecord[]; next?: string }> {
      const pk = shardPartition(span.organizationId, span.shard);
      let start: Record<string, unknown> | undefined = span.before === undefined ? undefined : { pk, sk: span.before };
      let open: Record<string, unknown>[] = [];
      for (;;) {
        const { Items, LastEvaluatedKey } = await db.send(query(table, pk, { span, start }));
        const read = parseMessageRows([...open, ...Items], now());
        open = read.open;
        start = LastEvaluatedKey;
        // Descending order yields the deliveries of a message before the message: the last one met is complete.
        const last = Items.findLast((row) => !isDeliveryKey(row['sk']));
        if (start === undefined) return { records: read.records };
        if (last !== undefined) return { records: read.records, next: String(last['sk']) };
      }
    },
  };
}

interface Range {
  readonly span: StoredSpan;
  readonly start: Record<string, unknown> | undefined;
}

function query(table: string, pk: string, { span, start }: Range): QueryCommand {
  const { low, high } = rowsBetween(span.after + 1, span.until);
  return new QueryCommand({
    TableName: table,
    KeyConditionExpression: 'pk = :pk AND sk BETWEEN :low AND :high',
    ExpressionAttributeValues: { ':pk': pk, ':low': low, ':high': high },
    ExclusiveStartKey: start,
    ScanIndexForward: false,
    ConsistentRead: true,
  });
}
