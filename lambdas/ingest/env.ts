import * as z from 'zod/mini';

/** Environment of the ingest function. CDK sets exactly these names. */
export const Env = z.object({
  /** What CloudFront may prove itself by, comma-separated. */
  ORIGIN_SECRETS: z.string(),
  DIRECTORY_TABLE: z.string(),
  MESSAGES_TABLE: z.string(),
  LIVE_EVENTS_TABLE: z.string(),
  COUNTERS_TABLE: z.string(),
  BODIES_BUCKET: z.string(),
  OUTBOUND_QUEUE_URL: z.string(),
  AWS_QUEUE_URL: z.string(),
  BILLING: z.enum(['none', 'plans']),
  WEBHOOK_MAX_BODY_BYTES: z.coerce.number(),
  WEBHOOK_MAX_HOPS: z.coerce.number(),
  /** Where CloudWatch shows the figures. */
  METRICS_NAMESPACE: z.string(),
});
