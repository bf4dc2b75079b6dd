import type { Log } from '../../core/telemetry/telemetry.ts';
import { carryOut, type ProviderPorts, type ResourceOutcome } from './carry-out.ts';
import { type StackAnswer, StackEvent } from './stack-event.ts';

/** What the provider function works with. */
export interface HandlerPorts extends ProviderPorts {
  /** Tells CloudFormation, at the address that it gave. */
  readonly answer: (url: string, answer: StackAnswer) => Promise<void>;
  readonly log: Log;
}

/** CloudFormation takes 4 KB of answer, in which ids take their part. */
const MAX_REASON_CHARACTERS = 1000;

/** Makes what the resources of stacks declare, and answers CloudFormation, which waits for an hour when nobody does. */
export function createHandler({ answer, log, ...ports }: HandlerPorts) {
  return async (received: unknown): Promise<void> => {
    const event = StackEvent.parse(received);
    const { RequestType, StackId, RequestId, LogicalResourceId, ResourceType } = event;
    const outcome = await carryOut(ports, event).catch((error: unknown): ResourceOutcome => {
      log({ event: 'resource.broke', level: 'ERROR', requestId: RequestId, error: String(error) });
      return { kind: 'failed', reason: `an error of the router; its log has it under ${RequestId}` };
    });
    const what = { type: ResourceType, stack: StackId, resource: LogicalResourceId, request: RequestType };
    log({ event: 'resource.done', ...what, outcome: outcome.kind });
    await answer(event.ResponseURL, {
      ...answerOf(event, outcome),
      StackId,
      RequestId,
      LogicalResourceId,
      NoEcho: true,
    });
  };
}

function answerOf(event: StackEvent, outcome: ResourceOutcome): Pick<StackAnswer, 'Status' | 'PhysicalResourceId'> {
  switch (outcome.kind) {
    case 'made':
      return { Status: 'SUCCESS', PhysicalResourceId: outcome.physicalId, ...dataOf(outcome) };
    case 'removed':
      return { Status: 'SUCCESS', PhysicalResourceId: knownAs(event) };
    case 'failed':
      return { Status: 'FAILED', PhysicalResourceId: knownAs(event), ...reasonOf(outcome) };
    default:
      return outcome satisfies never;
  }
}

const dataOf = ({ data }: Extract<ResourceOutcome, { kind: 'made' }>): Pick<StackAnswer, 'Data'> => ({ Data: data });

const reasonOf = ({ reason }: Extract<ResourceOutcome, { kind: 'failed' }>): Pick<StackAnswer, 'Reason'> => ({
  Reason: reason.slice(0, MAX_REASON_CHARACTERS),
});

/** What was never made has a name, too: CloudFormation asks to delete it by that. */
function knownAs(event: StackEvent): string {
  return event.RequestType === 'Create' ? `not-made-${event.RequestId}` : event.PhysicalResourceId;
}
