import * as z from 'zod';
import { requireQueue } from '../context.ts';
import type { SqsContext } from '../context.ts';
import { checkOutgoing, MessageToSend, storeOutgoing, visibleAt } from '../message-to-send.ts';
import type { SendReceipt } from '../message-to-send.ts';

export const SendMessageInput = MessageToSend.extend({ QueueUrl: z.string() });

/** Stores one message; it is durable when this returns. */
export function sendMessage(input: z.infer<typeof SendMessageInput>, context: SqsContext): SendReceipt {
  const queue = requireQueue(context, input.QueueUrl);
  checkOutgoing(input, queue);
  const accepted = storeOutgoing(context, queue, input);
  context.arrivals.announce(queue.id, visibleAt(context, queue, input.DelaySeconds));
  return accepted;
}
