import * as z from 'zod';
import { requireQueue } from '../context.ts';
import type { SqsContext } from '../context.ts';
import { checkOutgoing, OutgoingMessage, storeOutgoing, visibleAt } from '../outgoing-message.ts';
import type { Accepted } from '../outgoing-message.ts';

export const SendMessageInput = OutgoingMessage.extend({ QueueUrl: z.string() });

/** Stores one message; it is durable when this returns. */
export function sendMessage(input: z.infer<typeof SendMessageInput>, context: SqsContext): Accepted {
  const queue = requireQueue(context, input.QueueUrl);
  checkOutgoing(input, queue);
  const accepted = storeOutgoing(context, queue, input);
  context.arrivals.announce(queue.id, visibleAt(context, queue, input.DelaySeconds));
  return accepted;
}
