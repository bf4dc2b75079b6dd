import * as z from 'zod/mini';
import { jobQueueUrls, tableNames } from './storage-env.ts';

/** The environment that all functions with a queue of deliveries share. */
export const DeliveryEnv = z.object({
  ...tableNames,
  BODIES_BUCKET: z.string(),
  ...jobQueueUrls,
  /** Of the queue that the function works through. */
  DEAD_LETTER_QUEUE_URL: z.string(),
  /** Receives after which SQS moves a job to the dead-letter queue. */
  MAX_RECEIVES: z.coerce.number(),
  /** ARN of the customer key that guards the secrets of channels. */
  SECRETS_KEY: z.string(),
  /** `{base_url}` of the specification, without a trailing slash. */
  PUBLIC_BASE_URL: z.string(),
  /** Comma-separated seconds before each retry. */
  RETRY_SCHEDULE: z.string(),
  /** Where CloudWatch shows the figures. */
  METRICS_NAMESPACE: z.string(),
});
export type DeliveryEnv = z.infer<typeof DeliveryEnv>;
