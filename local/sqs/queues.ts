import { isDeepStrictEqual } from 'node:util';
import { sendMessage } from './actions/send-message.ts';
import { deleteMessage } from './actions/delete-message.ts';
import { queueExists, requireQueue } from './context.ts';
import type { SqsContext } from './context.ts';
import { checkRange } from './errors.ts';
import { receiveMessages } from './long-poll.ts';
import type { WireAttributes } from './message-attributes.ts';
import { checkQueueName } from './queue-address.ts';
import { checkQueueAttributes } from './queue-attributes.ts';
import { receivedMessage } from './received-message.ts';
import type { ReceivedMessage } from './received-message.ts';
import { inTransaction } from './store/database.ts';
import type { MessageCounts } from './store/message-table.ts';
import { changeVisibility } from './visibility.ts';

/** A message to send in process. `queue` is a URL, ARN or name; `delaySeconds` 0–900, else the queue's own. */
interface QueueSend {
  readonly queue: string;
  readonly body: string;
  readonly delaySeconds?: number;
  readonly groupId?: string;
  readonly attributes?: WireAttributes;
}

/** What to receive in process. `maxMessages` (default 10) may exceed 10 here; times in seconds, else the queue's own. */
interface QueueReceive {
  readonly queue: string;
  readonly maxMessages?: number;
  readonly waitSeconds?: number;
  readonly visibilitySeconds?: number;
}

/** The queues without HTTP, for the runner itself. Every `queue` is a URL, an ARN or a name. */
export interface Queues {
  /**
   * Creates the queue, or gives the existing one exactly these attributes; its messages stay. A dead letter queue is
   * ensured before the queues that name it.
   */
  readonly ensure: (name: string, attributes: Readonly<Record<string, string>>) => { url: string; arn: string };
  readonly send: (message: QueueSend) => { messageId: string };
  /** Waits for the first message; resolves to nothing when the wait is over, on abort, and on close. */
  readonly receive: (request: QueueReceive, signal?: AbortSignal) => Promise<ReceivedMessage[]>;
  /** Deletes in one transaction; handles of a message received again since do nothing. */
  readonly delete: (queue: string, receiptHandles: readonly string[]) => void;
  /** Hides the message for so many seconds from now; false when this receipt no longer holds it. */
  readonly changeVisibility: (queue: string, receiptHandle: string, seconds: number) => boolean;
  readonly counts: (queue: string) => MessageCounts;
}

function ensure(context: SqsContext, name: string, attributes: Readonly<Record<string, string>>) {
  const { queues, addresses, now } = context;
  checkQueueName(name);
  checkQueueAttributes(attributes, queueExists(context));
  const existing = queues.byName(name);
  if (existing === undefined) queues.insert({ name, attributes, now: now() });
  else if (!isDeepStrictEqual(existing.attributes, attributes)) queues.setAttributes(existing.id, attributes, now());
  return { url: addresses.url(name), arn: addresses.arn(name) };
}

async function receive(
  context: SqsContext,
  { queue, maxMessages = 10, waitSeconds, visibilitySeconds }: QueueReceive,
  signal: AbortSignal | undefined,
): Promise<ReceivedMessage[]> {
  const request = { queue, limit: maxMessages, waitSeconds, visibilitySeconds };
  const messages = await receiveMessages(context, request, signal);
  return messages.map((message) => receivedMessage(context, message, { system: ['All'], message: ['All'] }));
}

/** The in-process side of the engine. Refusals are thrown as `SqsError`. */
export function createQueues(context: SqsContext): Queues {
  return {
    ensure: (name, attributes) => ensure(context, name, attributes),
    send: ({ queue, body, delaySeconds, groupId, attributes }) => {
      const { MessageId } = sendMessage(
        {
          QueueUrl: queue,
          MessageBody: body,
          DelaySeconds: delaySeconds,
          MessageGroupId: groupId,
          MessageAttributes: attributes,
        },
        context,
      );
      return { messageId: MessageId };
    },
    receive: (request, signal) => receive(context, request, signal),
    delete: (queue, receiptHandles) =>
      inTransaction(context.database, () => {
        for (const ReceiptHandle of receiptHandles) deleteMessage({ QueueUrl: queue, ReceiptHandle }, context);
      }),
    changeVisibility: (queue, receiptHandle, seconds) => {
      checkRange('VisibilityTimeout', seconds, { min: 0, max: 43_200 });
      return changeVisibility(context, { queue, receiptHandle, seconds }) === 'changed';
    },
    counts: (queue) => {
      const { id } = requireQueue(context, queue);
      return context.messages.counts(id, context.now());
    },
  };
}
