import type { MessageRecord } from '../../../core/delivery/message-report.ts';
import { Delivery } from '../../../core/delivery/delivery.ts';
import { Message } from '../../../core/delivery/message.ts';
import { isDeliveryKey, messageIdIn } from './message-key.ts';

type Row = Record<string, unknown>;

/** The most that one page of messages holds: a function's answer may have 6 MB. */
export const MAX_PAGE_CHARACTERS = 3 * 1024 * 1024;

/**
 * The messages in rows that come in descending order of their sort keys, each with the deliveries that came before it.
 *
 * Expired rows count as gone, because DynamoDB removes them late. Deliveries whose message is gone are skipped.
 *
 * @param now epoch milliseconds
 * @returns the messages, and the deliveries at the end whose message has not come yet
 */
export function parseMessageRows(rows: readonly Row[], now: number): { records: MessageRecord[]; open: Row[] } {
  const records: MessageRecord[] = [];
  let open: Row[] = [];
  for (const row of rows) {
    const sortKey = String(row['sk']);
    if (isDeliveryKey(sortKey)) {
      open.push(row);
      continue;
    }
    const deliveries = open.filter((other) => messageIdIn(other['sk']) === sortKey);
    open = [];
    if (Number(row['expiresAt']) * 1000 <= now) continue;
    records.push({ message: Message.parse(row), deliveries: deliveries.map((delivery) => Delivery.parse(delivery)) });
  }
  return { records, open };
}
