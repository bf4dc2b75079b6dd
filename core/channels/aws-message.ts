import { HOPS_HEADER, ORIGIN_HEADER, pathFields } from '../message/hop-path.ts';
import type { MessageAttribute, MessageAttributes } from './aws-exchange.ts';
import type { RenderContext } from './channel-kind.ts';
import type { OutgoingMessage } from './outgoing-message.ts';

/** Tags that take more bytes of JSON get no attribute: the message itself holds them. */
const MAX_TAG_BYTES = 8 * 1024;

/**
 * What subscribers of topics and readers of queues filter by without parsing the message. The path lets the router
 * notice a loop when one of its webhooks is subscribed to the topic.
 */
export function messageAttributes(message: OutgoingMessage): MessageAttributes {
  const { id, webhook } = message;
  const { priority, tags } = message.content;
  const path = pathFields(message);
  const tagsJson = JSON.stringify(tags);
  const hasTags = tags.length > 0 && Buffer.byteLength(tagsJson) <= MAX_TAG_BYTES;
  return {
    messageId: text(id),
    webhookId: text(webhook.id),
    ...(priority === undefined ? {} : { priority: { DataType: 'Number', StringValue: String(priority) } as const }),
    ...(hasTags ? { tags: { DataType: 'String.Array', StringValue: storableInQueue(tagsJson) } as const } : {}),
    [HOPS_HEADER]: text(path[HOPS_HEADER]),
    [ORIGIN_HEADER]: text(path[ORIGIN_HEADER]),
  };
}

function text(StringValue: string): MessageAttribute {
  return { DataType: 'String', StringValue };
}

/** What the attributes add to the size of a message, in bytes. */
export function attributeBytes(attributes: MessageAttributes): number {
  return Object.entries(attributes).reduce(
    (sum, [name, { DataType, StringValue }]) => sum + Buffer.byteLength(name + DataType + StringValue),
    0,
  );
}

/**
 * First-in-first-out topics and queues need a group, whose messages stay in order, and an id to recognise copies.
 *
 * @param name ARN or address of the topic or queue
 */
export function orderingOf(name: string, { webhook }: OutgoingMessage, { deliveryId }: RenderContext) {
  return name.endsWith('.fifo') ? { MessageGroupId: webhook.id, MessageDeduplicationId: deliveryId } : {};
}

const NOT_IN_QUEUES = /[\ufffe\uffff]/g;

/** JSON text with escapes for the two characters that SNS and SQS refuse; JSON always escapes control characters. */
export function storableInQueue(json: string): string {
  return json.replaceAll(NOT_IN_QUEUES, (character) => `\\u${character.charCodeAt(0).toString(16)}`);
}
