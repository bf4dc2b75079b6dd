import type { Message } from '../../../core/delivery/message.ts';
import type { LiveNotification } from '../../../core/live/live-event.ts';
import { flat } from '../../../core/message/content.ts';
import type { Write } from '../directory/transact.ts';
import { messageKey } from './message-key.ts';

interface Tables {
  readonly messages: string;
  readonly liveEvents: string;
}

/** The items that a message and the live events it causes are stored as. */
export function messageItems(tables: Tables, message: Message, liveEvents: readonly LiveNotification[]) {
  const item = { ...messageKey(message.organizationId, message.id), ...flat(message) };
  return [
    { table: tables.messages, item },
    ...liveEvents.map((event) => ({ table: tables.liveEvents, item: flat(event) })),
  ];
}

/** The same as part of a transaction; nothing where there is nothing to tell. */
export function noticeWrites(
  tables: Tables,
  notice: { readonly message: Message; readonly liveEvents: readonly LiveNotification[] } | undefined,
): Write[] {
  if (notice === undefined) return [];
  return messageItems(tables, notice.message, notice.liveEvents).map(({ table: TableName, item: Item }) => ({
    Put: { TableName, Item },
  }));
}
