import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import type { EventBridgeRequest } from '../../../core/channels/aws-exchange.ts';
import type { Sender } from './aws-sender.ts';
import { clientsByRegion, regionOf } from './clients.ts';
import { acceptedBy } from './sdk-answer.ts';

/** Error codes of an entry for which a later attempt may succeed. */
const TEMPORARY = new Set(['ThrottlingException', 'InternalFailure', 'InternalException', 'ServiceUnavailable']);

/** Puts events on buses in any region. AWS reports a failed entry inside an answer of 200. */
export function createEventBridgeSender(): Sender<EventBridgeRequest> {
  const clientFor = clientsByRegion(EventBridgeClient);
  return async (input) => {
    const [{ EventBusName }] = input.Entries;
    const answer = await clientFor(regionOf(EventBusName)).send(new PutEventsCommand(input));
    if ((answer.FailedEntryCount ?? 0) === 0) return acceptedBy(answer);
    const { ErrorCode: name = 'FailedEntry', ErrorMessage: message = '' } = answer.Entries?.[0] ?? {};
    return { kind: 'aws-failure', name, message, retryable: TEMPORARY.has(name) };
  };
}
