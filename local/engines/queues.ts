import * as z from 'zod';
import type { Resource, Resources } from '../assembly/resources.ts';
import type { Sqs } from '../sqs/open-sqs.ts';

const shape = {
  DelaySeconds: z.number().optional(),
  MaximumMessageSize: z.number().optional(),
  MessageRetentionPeriod: z.number().optional(),
  ReceiveMessageWaitTimeSeconds: z.number().optional(),
  VisibilityTimeout: z.number().optional(),
  RedrivePolicy: z
    .object({ deadLetterTargetArn: z.string(), maxReceiveCount: z.coerce.number() })
    .transform((policy) => JSON.stringify(policy))
    .optional(),
};

type Queue = Resource<z.infer<z.ZodObject<typeof shape>>>;

/** The queues that the templates declare. */
export const queuesOf = (resources: Resources): Queue[] => resources.ofType('AWS::SQS::Queue', shape);

/** Creates the queues, or gives existing ones the declared attributes; messages stay. */
export function ensureQueues(sqs: Sqs, queues: readonly Queue[]): void {
  // Dead-letter queues first: a redrive policy must name a queue that exists.
  const ordered = [...queues].sort((a, b) => Number(hasRedrive(a)) - Number(hasRedrive(b)));
  for (const { physicalName, properties } of ordered) {
    const set = Object.entries(properties).filter(([, value]) => value !== undefined);
    sqs.queues.ensure(physicalName, Object.fromEntries(set.map(([key, value]) => [key, String(value)])));
  }
}

const hasRedrive = ({ properties }: Queue): boolean => properties.RedrivePolicy !== undefined;
