import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { SqsContext } from './context.ts';
import { checkRange, invalidParameter, SqsError } from './errors.ts';
import { attributesSize, checkMessageAttributes, md5OfAttributes, WireAttributes } from './message-attributes.ts';
import { checkContents, MAX_MESSAGE_BYTES, md5OfBody } from './message-contents.ts';
import { queueSetting } from './queue-attributes.ts';
import type { StoredQueue } from './store/queue-table.ts';

/** The fields that SendMessage and an entry of SendMessageBatch share. */
export const MessageToSend = z.object({
  MessageBody: z.string(),
  /** 0–900; the queue's own when absent. */
  DelaySeconds: z.number().optional(),
  MessageAttributes: WireAttributes.optional(),
  /** Only `AWSTraceHeader` exists. */
  MessageSystemAttributes: WireAttributes.optional(),
  MessageDeduplicationId: z.string().optional(),
  /** The fair-queue group. */
  MessageGroupId: z.string().optional(),
});
export type MessageToSend = z.infer<typeof MessageToSend>;

/** What a sender is told about an accepted message. */
export interface SendReceipt {
  readonly MessageId: string;
  readonly MD5OfMessageBody: string;
  readonly MD5OfMessageAttributes?: string;
  readonly MD5OfMessageSystemAttributes?: string;
}

/** Bytes a message counts for: body and message attributes. */
export function messageSize({ MessageBody, MessageAttributes = {} }: MessageToSend): number {
  return Buffer.byteLength(MessageBody) + attributesSize(MessageAttributes);
}

// The printable ASCII characters without the space.
const GROUP_ID = /^[!-~]{1,128}$/;

/**
 * @throws {SqsError} for whatever SQS would refuse.
 * @see https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SendMessage.html
 */
export function checkOutgoing(message: MessageToSend, queue: StoredQueue): void {
  if (message.MessageBody === '') {
    throw new SqsError('MissingParameter', 'The request must contain the parameter MessageBody.');
  }
  checkRange('DelaySeconds', message.DelaySeconds, { min: 0, max: 900 });
  const limit = Math.min(queueSetting(queue, 'MaximumMessageSize'), MAX_MESSAGE_BYTES);
  if (messageSize(message) > limit) {
    throw invalidParameter(
      'MessageBody',
      `of ${messageSize(message)} bytes`,
      `Message must be shorter than ${limit} bytes.`,
    );
  }
  checkContents(message.MessageBody);
  checkMessageAttributes(message.MessageAttributes ?? {});
  if (message.MessageGroupId !== undefined && !GROUP_ID.test(message.MessageGroupId)) {
    throw invalidParameter(
      'MessageGroupId',
      message.MessageGroupId,
      '1 to 128 alphanumeric or punctuation characters.',
    );
  }
  if (message.MessageDeduplicationId !== undefined) {
    throw invalidParameter('MessageDeduplicationId', message.MessageDeduplicationId, 'Only FIFO queues deduplicate.');
  }
}

/** Stores a checked message; the caller announces it once its transaction is over. */
export function storeOutgoing(context: SqsContext, queue: StoredQueue, message: MessageToSend): SendReceipt {
  const { MessageAttributes = {}, MessageSystemAttributes = {} } = message;
  const messageId = randomUUID();
  const now = context.now();
  context.messages.insert({
    queueId: queue.id,
    groupId: message.MessageGroupId ?? '',
    messageId,
    body: message.MessageBody,
    attributes: MessageAttributes,
    traceHeader: MessageSystemAttributes['AWSTraceHeader']?.StringValue ?? null,
    sentAt: now,
    visibleAt: visibleAt(context, queue, message.DelaySeconds),
  });
  const md5OfMessageAttributes = md5OfAttributes(MessageAttributes);
  const md5OfSystemAttributes = md5OfAttributes(MessageSystemAttributes);
  return {
    MessageId: messageId,
    MD5OfMessageBody: md5OfBody(message.MessageBody),
    ...(md5OfMessageAttributes && { MD5OfMessageAttributes: md5OfMessageAttributes }),
    ...(md5OfSystemAttributes && { MD5OfMessageSystemAttributes: md5OfSystemAttributes }),
  };
}

/** When a message sent now with this delay is visible, epoch milliseconds. */
export function visibleAt(context: SqsContext, queue: StoredQueue, delaySeconds: number | undefined): number {
  return context.now() + (delaySeconds ?? queueSetting(queue, 'DelaySeconds')) * 1000;
}
