import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import type { Outcome } from '../../../core/channels/outcome.ts';
import { type RemoteInvitation, RemoteOutcome, type RemoteSend } from '../../../core/delivery/remote-send.ts';
import type { Send } from '../../../core/delivery/send.ts';
import type { InvitationEmail } from '../../../core/directory/invitation-email.ts';
import { flat } from '../../../core/message/content.ts';
import { createClient } from '../create-client.ts';

/** Longer than the other function may take for one message. */
const TIMEOUT_MS = 25_000;

/**
 * Has another function make an attempt, and waits for the outcome.
 *
 * @param functionName of the function that has the permissions on the services
 */
export function createRemoteSend(functionName: string): Send {
  const ask = createAsk(functionName);
  return async (channel, message) => {
    const { organizationId, id: channelId } = channel;
    return ask({ organizationId, channelId, message: flat(message) });
  };
}

/** Has another function write an invitation to somebody. @param functionName as above */
export function createRemoteInvite(functionName: string): (email: InvitationEmail) => Promise<Outcome> {
  const ask = createAsk(functionName);
  return async (email) => ask({ invitation: email } satisfies RemoteInvitation);
}

function createAsk(functionName: string): (request: RemoteSend | RemoteInvitation) => Promise<Outcome> {
  const lambda = createClient(LambdaClient, { maxAttempts: 1, patienceMs: TIMEOUT_MS });
  return async (request) => {
    const { FunctionError, Payload } = await lambda.send(
      new InvokeCommand({ FunctionName: functionName, Payload: JSON.stringify(request) }),
    );
    if (FunctionError !== undefined || Payload === undefined) {
      return { kind: 'retry', error: 'the function that delivers could not be asked' };
    }
    return RemoteOutcome.parse(JSON.parse(Payload.transformToString()));
  };
}
