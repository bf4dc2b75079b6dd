import { DeleteMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';

/** Takes a message that was received out of a queue. */
export const createDeleteMessage =
  (sqs: SQSClient, queueUrl: string) =>
  async (receiptHandle: string): Promise<void> => {
    await sqs.send(new DeleteMessageCommand({ QueueUrl: queueUrl, ReceiptHandle: receiptHandle }));
  };
