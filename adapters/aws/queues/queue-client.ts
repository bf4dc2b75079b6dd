import type { JsonObject } from '../../../core/message/json-object.ts';
import { type CallerOptions, createCaller, type Service } from '../calls/caller.ts';
import { type ServicePlace, placeOf } from '../calls/http-post.ts';

const SQS: Service = { name: 'sqs', target: 'AmazonSQS', firstPauseMs: 50 };

/** A message to send. */
interface QueueMessage {
  readonly MessageBody: string;
  readonly MessageGroupId: string;
  /** 0 to 900. */
  readonly DelaySeconds?: number;
}

interface QueueEntry extends QueueMessage {
  /** Its name in the answer. */
  readonly Id: string;
}

/** Works with the router's own queues. The host of a call is that of its queue's URL. */
export interface QueueClient {
  /** @throws {ServiceError} when SQS refuses */
  sendMessage(QueueUrl: string, message: QueueMessage): Promise<void>;
  /**
   * @param Entries up to ten
   * @returns the ids of those that SQS did not take
   * @throws {ServiceError} when SQS refuses them all
   */
  sendMessageBatch(QueueUrl: string, Entries: readonly QueueEntry[]): Promise<ReadonlySet<unknown>>;
  /** Takes a message that was received out of a queue. @throws {ServiceError} when SQS refuses */
  deleteMessage(QueueUrl: string, ReceiptHandle: string): Promise<void>;
}

/**
 * A client of SQS. It does not compute the checksum of each message again: TLS makes sure that SQS gets what was sent.
 *
 * @see https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-making-api-requests-json.html
 */
export function createQueueClient(options: CallerOptions = {}): QueueClient {
  const call = createCaller(SQS, options);
  const places = new Map<string, ServicePlace>();
  const callAt = async (operation: string, QueueUrl: string, input: JsonObject) => {
    const place = places.get(QueueUrl) ?? placeOf(QueueUrl);
    places.set(QueueUrl, place);
    return call(operation, { QueueUrl, ...input }, place);
  };
  return {
    async sendMessage(queueUrl, message) {
      await callAt('SendMessage', queueUrl, { ...message });
    },
    async sendMessageBatch(queueUrl, Entries) {
      const { Failed } = await callAt('SendMessageBatch', queueUrl, { Entries });
      return new Set(Array.isArray(Failed) ? Failed.map(({ Id }) => Id) : []);
    },
    async deleteMessage(queueUrl, ReceiptHandle) {
      await callAt('DeleteMessage', queueUrl, { ReceiptHandle });
    },
  };
}
