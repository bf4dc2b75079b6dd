import type { MessageReader } from '../../core/delivery/message-history.ts';
import type { MessageRecord } from '../../core/delivery/message-report.ts';
import type { Delivery } from '../../core/delivery/delivery.ts';
import type { Message } from '../../core/delivery/message.ts';

/** Messages in memory, listed by the same rules as the table. */
export function createFakeMessages(now: () => number) {
  const records = new Map<string, MessageRecord>();
  const isAlive = ({ message }: MessageRecord) => message.expiresAt * 1000 > now();
  const reader: MessageReader = {
    readMessage: async (organizationId, messageId) => {
      const record = records.get(messageId);
      return record?.message.organizationId === organizationId && isAlive(record) ? record : undefined;
    },
    listMessages: async ({ organizationId, page, from = 0, to = Infinity, webhookId, accepts }) => {
      const items: MessageRecord[] = [];
      const newestFirst = [...records.values()].sort((a, b) => (a.message.id < b.message.id ? 1 : -1));
      for (const record of newestFirst) {
        const { message } = record;
        const receivedAt = Date.parse(message.receivedAt);
        if (message.organizationId !== organizationId || !isAlive(record)) continue;
        if (webhookId !== undefined && message.webhookId !== webhookId) continue;
        if (page.after !== undefined && message.id >= page.after) continue;
        if (receivedAt < from || receivedAt > to || !(await accepts(record))) continue;
        if (items.length === page.limit) return { items, next: items.at(-1)!.message.id };
        items.push(record);
      }
      return { items };
    },
  };
  return {
    reader,
    add: async (message: Message, deliveries: Delivery[] = []) => {
      records.set(message.id, { message, deliveries });
    },
  };
}
