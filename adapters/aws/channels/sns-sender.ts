import { PublishCommand, SNSClient } from '@aws-sdk/client-sns';
import type { SnsRequest } from '../../../core/channels/aws-exchange.ts';
import type { Sender } from './aws-sender.ts';
import { clientsByRegion, regionOf } from './clients.ts';
import { acceptedBy } from './sdk-answer.ts';

/** Publishes to topics in any region. */
export function createSnsSender(): Sender<SnsRequest> {
  const clientFor = clientsByRegion(SNSClient);
  return async (input) => acceptedBy(await clientFor(regionOf(input.TopicArn)).send(new PublishCommand(input)));
}
