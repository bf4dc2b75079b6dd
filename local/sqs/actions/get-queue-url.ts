import * as z from 'zod';
import { requireQueue } from '../context.ts';
import type { SqsContext } from '../context.ts';

export const GetQueueUrlInput = z.object({ QueueName: z.string() });

/** Finds a queue by name. */
export function getQueueUrl(input: z.infer<typeof GetQueueUrlInput>, context: SqsContext): { QueueUrl: string } {
  return {
    QueueUrl: context.addresses.url(requireQueue(context, input.QueueName).name),
  };
}
