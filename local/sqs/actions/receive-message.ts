import * as z from 'zod';
import type { SqsContext } from '../context.ts';
import { checkRange } from '../errors.ts';
import { receiveMessages } from '../long-poll.ts';
import { receivedMessage } from '../received-message.ts';
import type { ReceivedMessage } from '../received-message.ts';

export const ReceiveMessageInput = z.object({
  QueueUrl: z.string(),
  /** The older name of `MessageSystemAttributeNames`. */
  AttributeNames: z.array(z.string()).optional(),
  MessageSystemAttributeNames: z.array(z.string()).optional(),
  MessageAttributeNames: z.array(z.string()).optional(),
  MaxNumberOfMessages: z.number().optional(),
  VisibilityTimeout: z.number().optional(),
  WaitTimeSeconds: z.number().optional(),
});

/** Receives up to ten messages, waiting up to 20 seconds for the first; an aborted call takes nothing. */
export async function receiveMessage(
  input: z.infer<typeof ReceiveMessageInput>,
  context: SqsContext,
  signal?: AbortSignal,
): Promise<{ Messages?: ReceivedMessage[] }> {
  checkRange('MaxNumberOfMessages', input.MaxNumberOfMessages, { min: 1, max: 10 });
  checkRange('VisibilityTimeout', input.VisibilityTimeout, { min: 0, max: 43_200 });
  checkRange('WaitTimeSeconds', input.WaitTimeSeconds, { min: 0, max: 20 });
  const request = {
    queue: input.QueueUrl,
    limit: input.MaxNumberOfMessages ?? 1,
    visibilitySeconds: input.VisibilityTimeout,
    waitSeconds: input.WaitTimeSeconds,
  };
  const asked = {
    system: [...(input.AttributeNames ?? []), ...(input.MessageSystemAttributeNames ?? [])],
    message: input.MessageAttributeNames ?? [],
  };
  const messages = await receiveMessages(context, request, signal);
  return messages.length === 0 ? {} : { Messages: messages.map((message) => receivedMessage(context, message, asked)) };
}
