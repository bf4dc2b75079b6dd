import * as z from 'zod/mini';

/** Environment of the deliver-http function. CDK sets exactly these names. */
export const Env = z.object({
  DIRECTORY_TABLE: z.string(),
  MESSAGES_TABLE: z.string(),
  LIVE_EVENTS_TABLE: z.string(),
  COUNTERS_TABLE: z.string(),
  BODIES_BUCKET: z.string(),
  OUTBOUND_QUEUE_URL: z.string(),
  OUTBOUND_DEAD_LETTER_QUEUE_URL: z.string(),
  /** Receives after which SQS moves a job to the dead-letter queue. */
  OUTBOUND_MAX_RECEIVES: z.coerce.number(),
  /** Comma-separated CIDR ranges of private addresses that may be reached; empty: none. */
  OUTBOUND_ALLOWED_CIDRS: z.string(),
  /** Comma-separated seconds before each retry. */
  RETRY_SCHEDULE: z.string(),
  /** How long one outgoing request may take in all. */
  DELIVERY_TIMEOUT_MS: z.coerce.number(),
});
