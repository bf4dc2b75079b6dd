import { liveEventsOf } from '../../../core/delivery/live-events.ts';
import type { Message } from '../../../core/delivery/message.ts';
import { flat } from '../../../core/message/content.ts';
import type { Write } from '../directory/transact.ts';
import { messageKey } from './message-key.ts';

interface Tables {
  readonly messages: string;
  readonly liveEvents: string;
}

/** The items that a message is stored as: its own, and one for every Live Stream it goes to. */
export function messageItems(tables: Tables, message: Message) {
  const item = { ...messageKey(message.organizationId, message.id), ...flat(message) };
  return [
    { table: tables.messages, item },
    ...liveEventsOf(message).map((event) => ({ table: tables.liveEvents, item: flat(event) })),
  ];
}

/** The same as part of a transaction; nothing where there is nothing to tell. */
export function noticeWrites(tables: Tables, notice: Message | undefined): Write[] {
  if (notice === undefined) return [];
  return messageItems(tables, notice).map(({ table: TableName, item: Item }) => ({ Put: { TableName, Item } }));
}
