import { idOf } from '../../../core/message/ids.ts';
import { shardOf } from '../../../core/message/message-id.ts';
import { ulidTime } from '../../../core/message/ulid.ts';

/** A primary key of the Messages table. */
export type MessageKey = Readonly<{ pk: string; sk: string }>;

/** What sorts after every character of an id, and after every id. */
export const LAST = '~';

/** One of the partitions that the messages of an organisation spread over, deliveries included. */
export function shardPartition(organizationId: string, shard: number): string {
  return `${organizationId}#${shard}`;
}

/** Partition of a message and of its deliveries. */
export function partitionOf(organizationId: string, messageId: string): string {
  return shardPartition(organizationId, shardOf(messageId));
}

/** Key of a message row. */
export function messageKey(organizationId: string, messageId: string): MessageKey {
  return { pk: partitionOf(organizationId, messageId), sk: messageId };
}

/** Key of the row of one delivery, beside its message: descending order yields it before the message. */
export function deliveryKey(at: { organizationId: string; messageId: string; channelId: string }): MessageKey {
  return { pk: partitionOf(at.organizationId, at.messageId), sk: `${at.messageId}#${at.channelId}` };
}

/** The message that the row with this sort key is, or is a delivery of. */
export function messageIdIn(sortKey: unknown): string {
  const [id = ''] = String(sortKey).split('#');
  return id;
}

/** Whether a sort key is that of a delivery. */
export function isDeliveryKey(sortKey: unknown): boolean {
  return String(sortKey).includes('#');
}

/** Sort keys, both inclusive. */
export interface SortKeys {
  readonly low: string;
  readonly high: string;
}

/** Those of a message and of its deliveries. */
export function rowsOf(messageId: string): SortKeys {
  return { low: messageId, high: `${messageId}#${LAST}` };
}

/** Those of the messages with an id of this time, and of their deliveries. Epoch milliseconds, both inclusive. */
export function rowsBetween(from: number, until = Infinity): SortKeys {
  return { low: idOf('message', ulidTime(from)), high: idOf('message', ulidTime(until) + LAST) };
}

/** Partition of the index of what is due: sharded like the table, as one hot index throttles its table. */
export function duePartition(shard: number): string {
  return `due#${shard}`;
}

/** The same, for the deliveries of a message. */
export function dueShardOf(messageId: string): string {
  return duePartition(shardOf(messageId));
}
