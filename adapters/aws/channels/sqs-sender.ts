import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { SqsRequest } from '../../../core/channels/aws-exchange.ts';
import type { Sender } from './aws-sender.ts';
import { clientsByRegion } from './clients.ts';
import { acceptedBy } from './sdk-answer.ts';

/**
 * Sends to queues, in whatever region they lie. The SDK builds the address itself, from the region: a signed request
 * must never go to an address that a channel names.
 */
export function createSqsSender(): Sender<SqsRequest> {
  const clientFor = clientsByRegion(SQSClient, { useQueueUrlAsEndpoint: false });
  return async (input) =>
    acceptedBy(await clientFor(regionOfQueue(input.QueueUrl)).send(new SendMessageCommand(input)));
}

function regionOfQueue(queueUrl: string): string | undefined {
  return /^https:\/\/sqs\.([a-z0-9-]+)\.amazonaws\.com(?:\.cn)?\//.exec(queueUrl)?.[1];
}
