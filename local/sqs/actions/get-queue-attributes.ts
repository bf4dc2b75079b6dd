import * as z from 'zod';
import { requireQueue } from '../context.ts';
import type { SqsContext } from '../context.ts';
import { SqsError } from '../errors.ts';
import { countMessages, describeQueue } from '../queue-description.ts';

export const GetQueueAttributesInput = z.object({
  QueueUrl: z.string(),
  AttributeNames: z.array(z.string()).optional(),
});

// Valid names to ask for; absent unless somebody set them.
const OPTIONAL_NAMES = new Set([
  'Policy',
  'RedrivePolicy',
  'RedriveAllowPolicy',
  'KmsMasterKeyId',
  'KmsDataKeyReusePeriodSeconds',
  'SqsManagedSseEnabled',
  'FifoQueue',
  'ContentBasedDeduplication',
]);

/** Reads settings and message counts. Counts are exact here, "approximate" on AWS. */
export function getQueueAttributes(
  input: z.infer<typeof GetQueueAttributesInput>,
  context: SqsContext,
): { Attributes?: Record<string, string> } {
  const queue = requireQueue(context, input.QueueUrl);
  const all = { ...describeQueue(context, queue), ...countMessages(context, queue) };
  const names = input.AttributeNames ?? [];
  if (names.includes('All')) return { Attributes: all };
  const unknown = names.find((name) => !Object.hasOwn(all, name) && !OPTIONAL_NAMES.has(name));
  if (unknown !== undefined) throw new SqsError('InvalidAttributeName', `Unknown Attribute ${unknown}.`);
  const Attributes = Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name)));
  return Object.keys(Attributes).length > 0 ? { Attributes } : {};
}
