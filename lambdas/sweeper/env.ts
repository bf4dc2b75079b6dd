import * as z from 'zod/mini';

/** Environment of the sweeper function. CDK sets exactly these names. */
export const Env = z.object({
  DIRECTORY_TABLE: z.string(),
  MESSAGES_TABLE: z.string(),
  COUNTERS_TABLE: z.string(),
  OUTBOUND_QUEUE_URL: z.string(),
  AWS_QUEUE_URL: z.string(),
});
