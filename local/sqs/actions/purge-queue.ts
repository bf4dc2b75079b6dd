import * as z from 'zod';
import { requireQueue } from '../context.ts';
import type { SqsContext } from '../context.ts';

export const PurgeQueueInput = z.object({ QueueUrl: z.string() });

/** Deletes all messages of a queue, at once: there is never a purge in progress. */
export function purgeQueue(input: z.infer<typeof PurgeQueueInput>, context: SqsContext): void {
  context.messages.purge(requireQueue(context, input.QueueUrl).id);
}
