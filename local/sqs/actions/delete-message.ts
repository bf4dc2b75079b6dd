import * as z from 'zod';
import { requireQueue } from '../context.ts';
import type { SqsContext } from '../context.ts';
import { parseReceiptHandle } from '../receipt-handle.ts';

export const DeleteMessageInput = z.object({ QueueUrl: z.string(), ReceiptHandle: z.string() });

/**
 * Deletes the message of a receipt, even when its visibility timeout is over. When the message was received again
 * since, or is gone, this succeeds and does nothing, as on a standard queue.
 */
export function deleteMessage(input: z.infer<typeof DeleteMessageInput>, context: SqsContext): void {
  const queue = requireQueue(context, input.QueueUrl);
  const { sequence, receiveCount } = parseReceiptHandle(input.ReceiptHandle, queue.id);
  const message = context.messages.get(sequence);
  if (message?.queueId === queue.id && message.receiveCount === receiveCount) context.messages.remove(sequence);
}
