import * as z from 'zod';
import { queueExists, requireQueue } from '../context.ts';
import type { SqsContext } from '../context.ts';
import { checkQueueAttributes } from '../queue-attributes.ts';

export const SetQueueAttributesInput = z.object({ QueueUrl: z.string(), Attributes: z.record(z.string(), z.string()) });

/** Changes the attributes given and leaves the others; an empty `RedrivePolicy` removes it. */
export function setQueueAttributes(input: z.infer<typeof SetQueueAttributesInput>, context: SqsContext): void {
  const queue = requireQueue(context, input.QueueUrl);
  checkQueueAttributes(input.Attributes, queueExists(context));
  context.queues.setAttributes(queue.id, { ...queue.attributes, ...input.Attributes }, context.now());
}
