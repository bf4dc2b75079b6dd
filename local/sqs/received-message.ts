import type { SqsContext } from './context.ts';
import { md5OfAttributes, selectAttributes } from './message-attributes.ts';
import type { WireAttributes } from './message-attributes.ts';
import { md5OfBody } from './message-contents.ts';
import { formatReceiptHandle } from './receipt-handle.ts';
import type { StoredMessage } from './store/message-table.ts';

/** A message as a receiver sees it, in the shape of the SQS API. */
export interface ReceivedMessage {
  readonly MessageId: string;
  readonly ReceiptHandle: string;
  readonly MD5OfBody: string;
  readonly Body: string;
  readonly Attributes?: Readonly<Record<string, string>>;
  readonly MD5OfMessageAttributes?: string;
  readonly MessageAttributes?: WireAttributes;
}

/** Which attributes a receiver asks for; `All` stands for all of a kind. */
export interface AskedAttributes {
  readonly system: readonly string[];
  readonly message: readonly string[];
}

function systemAttributes(context: SqsContext, message: StoredMessage): Record<string, string | null> {
  return {
    SenderId: '000000000000',
    SentTimestamp: String(message.sentAt),
    ApproximateReceiveCount: String(message.receiveCount),
    ApproximateFirstReceiveTimestamp: String(message.firstReceivedAt),
    MessageGroupId: message.groupId || null,
    AWSTraceHeader: message.traceHeader,
    DeadLetterQueueSourceArn: message.deadLetterSource && context.addresses.arn(message.deadLetterSource),
  };
}

function isAsked(names: readonly string[], name: string): boolean {
  return names.includes('All') || names.includes(name);
}

/** Shapes a message that was just received. */
export function receivedMessage(context: SqsContext, message: StoredMessage, asked: AskedAttributes): ReceivedMessage {
  const Attributes: Record<string, string> = {};
  for (const [name, value] of Object.entries(systemAttributes(context, message))) {
    if (value !== null && isAsked(asked.system, name)) Attributes[name] = value;
  }
  const attributes = selectAttributes(message.attributes, asked.message);
  const md5 = md5OfAttributes(attributes);
  return {
    MessageId: message.messageId,
    ReceiptHandle: formatReceiptHandle(message),
    MD5OfBody: md5OfBody(message.body),
    Body: message.body,
    ...(Object.keys(Attributes).length > 0 && { Attributes }),
    ...(md5 && { MD5OfMessageAttributes: md5, MessageAttributes: attributes }),
  };
}
