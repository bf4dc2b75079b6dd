import { SendTaskFailureCommand, SendTaskSuccessCommand, SFNClient } from '@aws-sdk/client-sfn';
import type { CompleteTask, TaskEnd } from '../../../core/ask/task-end.ts';
import { createChannelClient } from '../channels/clients.ts';
import { awsFailureOf } from '../channels/sdk-failure.ts';

/**
 * Ends tasks of Step Functions. A task that has ended or timed out, a token that is none, and a state machine that the
 * setting `STEP_FUNCTIONS` does not name are refused for good.
 *
 * @see https://docs.aws.amazon.com/step-functions/latest/apireference/API_SendTaskSuccess.html
 */
export function createTaskCompleter(): CompleteTask {
  const states = createChannelClient(SFNClient);
  return async (taskToken, end) => {
    try {
      await send(states, taskToken, end);
      return { kind: 'completed' };
    } catch (error) {
      const { name, retryable } = awsFailureOf(error);
      if (retryable) throw error;
      return { kind: 'refused', reason: name };
    }
  };
}

async function send(states: SFNClient, taskToken: string, end: TaskEnd): Promise<void> {
  if (end.kind === 'success') {
    await states.send(new SendTaskSuccessCommand({ taskToken, output: end.output }));
    return;
  }
  const { error, cause } = end;
  await states.send(new SendTaskFailureCommand({ taskToken, error, cause }));
}
