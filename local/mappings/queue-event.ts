import { createHash } from 'node:crypto';
import { REGION } from '../assembly/attributes.ts';
import type { ReceivedMessage } from '../sqs/received-message.ts';

/**
 * The Lambda event for a batch of messages.
 *
 * @see https://docs.aws.amazon.com/lambda/latest/dg/with-sqs.html#example-standard-queue-message-event
 */
export function toQueueEvent(batch: readonly ReceivedMessage[], queueArn: string): object {
  return { Records: batch.map((message) => toRecord(message, queueArn)) };
}

function toRecord(message: ReceivedMessage, eventSourceARN: string): object {
  const attributes = Object.entries(message.MessageAttributes ?? {});
  return {
    messageId: message.MessageId,
    receiptHandle: message.ReceiptHandle,
    body: message.Body,
    attributes: message.Attributes ?? {},
    messageAttributes: Object.fromEntries(attributes.map(([name, value]) => [name, toAttribute(value)])),
    md5OfBody: message.MD5OfBody ?? createHash('md5').update(message.Body).digest('hex'),
    ...(message.MD5OfMessageAttributes !== undefined && { md5OfMessageAttributes: message.MD5OfMessageAttributes }),
    eventSource: 'aws:sqs',
    eventSourceARN,
    awsRegion: REGION,
  };
}

interface Attribute {
  readonly DataType: string;
  readonly StringValue?: string | undefined;
  readonly BinaryValue?: string | undefined;
}

function toAttribute({ DataType, StringValue, BinaryValue }: Attribute): object {
  return {
    ...(StringValue !== undefined && { stringValue: StringValue }),
    ...(BinaryValue !== undefined && { binaryValue: BinaryValue }),
    stringListValues: [],
    binaryListValues: [],
    dataType: DataType,
  };
}
