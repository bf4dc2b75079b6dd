import { SQSClient } from '@aws-sdk/client-sqs';
import { createClient } from '../create-client.ts';

/**
 * A client of SQS that does not compute each job's checksum again: TLS makes sure that SQS gets what was sent.
 *
 * @see https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SendMessageBatchResultEntry.html
 */
export function createQueueClient(): SQSClient {
  const client = createClient(SQSClient);
  client.config.md5 = false;
  return client;
}
