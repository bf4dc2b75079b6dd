import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { SqsRequest } from '../../../core/channels/aws-exchange.ts';
import type { Sender } from './aws-sender.ts';
import { clientsByRegion } from './clients.ts';
import { acceptedBy } from './sdk-answer.ts';

/**
 * Sends to queues, in whatever region they lie. The SDK builds the address itself, from the region: a channel's own
 * address must not become the place that a signed request goes to.
 *
 * @param ownQueueUrls the router's job queues, which no channel may write to
 */
export function createSqsSender(ownQueueUrls: readonly string[]): Sender<SqsRequest> {
  const ownQueues = new Set(ownQueueUrls.map(accountAndName));
  const clientFor = clientsByRegion(SQSClient, { useQueueUrlAsEndpoint: false });
  return async (input) => {
    if (ownQueues.has(accountAndName(input.QueueUrl))) {
      const message = 'this queue belongs to the router itself';
      return { kind: 'aws-failure', name: 'OwnQueue', message, retryable: false };
    }
    return acceptedBy(await clientFor(regionOfQueue(input.QueueUrl)).send(new SendMessageCommand(input)));
  };
}

/** Queues have several addresses, which all end like this. */
function accountAndName(queueUrl: string): string {
  return queueUrl.split('/').slice(-2).join('/');
}

function regionOfQueue(queueUrl: string): string | undefined {
  return /^https:\/\/sqs\.([a-z0-9-]+)\.amazonaws\.com(?:\.cn)?\//.exec(queueUrl)?.[1];
}
