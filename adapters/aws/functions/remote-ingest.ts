import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import * as z from 'zod/mini';
import type { TestSend } from '../../../core/sending/test-webhook.ts';
import { createClient } from '../create-client.ts';

/** Longer than accepting a send takes, shorter than the caller has. */
const TIMEOUT_MS = 20_000;

/** How the function of the send path answers the API. */
const Answer = z.object({ statusCode: z.number(), body: z.string() });

const UNAVAILABLE = { status: 503, text: '{"error":"Service unavailable"}' };

/**
 * Sends by invoking the function of the send path, so that a test takes the very path of every sender: this function
 * holds no right to store a message itself.
 *
 * @param originSecret what the function believes a request by
 */
export function createRemoteIngest(functionName: string, originSecret: string): TestSend {
  const lambda = createClient(LambdaClient, { maxAttempts: 1, patienceMs: TIMEOUT_MS });
  return async ({ publicId, headers, body, requestId }) => {
    const event = {
      routeKey: 'POST /n/{publicId}',
      rawPath: `/n/${publicId}`,
      pathParameters: { publicId },
      headers: { ...headers, 'origin-secret': originSecret },
      body,
      isBase64Encoded: false,
      requestContext: { requestId },
      isTest: true,
    };
    const { FunctionError, Payload } = await lambda.send(
      new InvokeCommand({ FunctionName: functionName, Payload: JSON.stringify(event) }),
    );
    if (FunctionError !== undefined || Payload === undefined) return UNAVAILABLE;
    const { statusCode, body: text } = Answer.parse(JSON.parse(Payload.transformToString()));
    return { status: statusCode, text };
  };
}
