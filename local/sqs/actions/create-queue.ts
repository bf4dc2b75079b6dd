import * as z from 'zod';
import { queueExists } from '../context.ts';
import type { SqsContext } from '../context.ts';
import { SqsError } from '../errors.ts';
import { checkQueueAttributes } from '../queue-attributes.ts';
import { checkQueueName } from '../queue-address.ts';
import { describeQueue } from '../queue-description.ts';

/** Tags are accepted and dropped: nothing here reads them. */
export const CreateQueueInput = z.object({
  QueueName: z.string(),
  Attributes: z.record(z.string(), z.string()).optional(),
});

/**
 * Creates a queue. One that exists already, with the same values for the attributes given, is kept with its messages.
 * @throws {SqsError} `QueueNameExists` when it exists with other values.
 */
export function createQueue(input: z.infer<typeof CreateQueueInput>, context: SqsContext): { QueueUrl: string } {
  const { QueueName: name, Attributes: attributes = {} } = input;
  checkQueueName(name);
  checkQueueAttributes(attributes, queueExists(context));
  const existing = context.queues.byName(name);
  if (existing === undefined) context.queues.insert({ name, attributes, now: context.now() });
  else {
    const current = describeQueue(context, existing);
    const different = Object.entries(attributes).find(([key, value]) => (current[key] ?? '') !== value);
    if (different !== undefined) {
      throw new SqsError(
        'QueueNameExists',
        `A queue already exists with the same name and a different value for attribute ${different[0]}`,
      );
    }
  }
  return { QueueUrl: context.addresses.url(name) };
}
