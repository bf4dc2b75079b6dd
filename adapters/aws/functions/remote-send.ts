import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { SendOutcome, type SendRequest } from '../../../core/delivery/send-request.ts';
import type { Send } from '../../../core/delivery/send.ts';

/** Longer than the other function may take for one message. */
const TIMEOUT_MS = 25_000;

/**
 * Has another function make an attempt, and waits for what comes of it.
 *
 * @param functionName of the function that holds the rights to the services
 */
export function createRemoteSend(functionName: string): Send {
  const lambda = new LambdaClient({ maxAttempts: 1, requestHandler: { requestTimeout: TIMEOUT_MS } });
  return async (channel, message) => {
    const { organizationId, id: channelId } = channel;
    const request: SendRequest = {
      organizationId,
      channelId,
      message: { ...message, tags: [...message.tags], hops: [...message.hops] },
    };
    const { FunctionError, Payload } = await lambda.send(
      new InvokeCommand({ FunctionName: functionName, Payload: JSON.stringify(request) }),
    );
    if (FunctionError !== undefined || Payload === undefined) {
      return { kind: 'retry', error: 'the function that delivers could not be asked' };
    }
    return SendOutcome.parse(JSON.parse(Payload.transformToString()));
  };
}
