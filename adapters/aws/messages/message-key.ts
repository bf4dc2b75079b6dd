import { shardOf } from '../../../core/message/message-id.ts';

/** Partition of a message and of its deliveries in the Messages table. */
export function partitionOf(organizationId: string, messageId: string): string {
  return `${organizationId}#${shardOf(messageId)}`;
}

/** Key of a message row. */
export function messageKey(organizationId: string, messageId: string): { pk: string; sk: string } {
  return { pk: partitionOf(organizationId, messageId), sk: messageId };
}

/** Key of the row of one delivery, beside its message: descending order yields it before the message. */
export function deliveryKey(at: { organizationId: string; messageId: string; channelId: string }): {
  pk: string;
  sk: string;
} {
  return { pk: partitionOf(at.organizationId, at.messageId), sk: `${at.messageId}#${at.channelId}` };
}
