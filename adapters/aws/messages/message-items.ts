import { liveEventsOf } from '../../../core/delivery/live-events.ts';
import type { Message } from '../../../core/delivery/message.ts';
import { flat } from '../../../core/message/content.ts';
import type { Write } from '../directory/transact.ts';
import { messageKey } from './message-key.ts';
import type { TableNames } from '../../../core/storage/tables.ts';

/** Where messages and their events are stored. */
export type MessageTables = Pick<TableNames, 'messages' | 'liveEvents'>;

/** The items that store a message: its own, and one for every Live Stream it goes to. */
export function messageItems(tables: MessageTables, message: Message) {
  const item = { ...messageKey(message.organizationId, message.id), ...flat(message) };
  return [
    { table: tables.messages, item },
    ...liveEventsOf(message).map((event) => ({ table: tables.liveEvents, item: flat(event) })),
  ];
}

/** The same as part of a transaction; no writes if there is no notice. */
export function noticeWrites(tables: MessageTables, notice: Message | undefined): Write[] {
  if (notice === undefined) return [];
  return messageItems(tables, notice).map(({ table: TableName, item: Item }) => ({ Put: { TableName, Item } }));
}
