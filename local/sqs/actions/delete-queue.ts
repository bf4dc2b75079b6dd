import * as z from 'zod';
import { requireQueue } from '../context.ts';
import type { SqsContext } from '../context.ts';

export const DeleteQueueInput = z.object({ QueueUrl: z.string() });

/** Deletes a queue with its messages, at once; receivers that wait on it get an error. The name is free at once. */
export function deleteQueue(input: z.infer<typeof DeleteQueueInput>, context: SqsContext): void {
  const queue = requireQueue(context, input.QueueUrl);
  context.queues.remove(queue.id);
  context.arrivals.announceAll(queue.id);
}
