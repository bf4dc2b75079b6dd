import * as z from 'zod/mini';

/** Environment of the answers function. CDK sets exactly these names. */
export const Env = z.object({
  /** The secrets that identify CloudFront, comma-separated. */
  ORIGIN_SECRETS: z.string(),
  ASKS_TABLE: z.string(),
  /** Takes the jobs that tell how an ask ended, and presses on alerts. */
  AWS_QUEUE_URL: z.string(),
  /** `{base_url}` of the specification, without a trailing slash. */
  PUBLIC_BASE_URL: z.string(),
  /** How many senders may wait for their answer at the same time; each keeps an instance busy. */
  HELD_WAITS: z.coerce.number(),
});
