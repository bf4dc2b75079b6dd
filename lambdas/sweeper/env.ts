import * as z from 'zod/mini';

/** Environment of the sweeper function. CDK sets exactly these names. */
export const Env = z.object({
  DIRECTORY_TABLE: z.string(),
  MESSAGES_TABLE: z.string(),
  COUNTERS_TABLE: z.string(),
  LIVE_EVENTS_TABLE: z.string(),
  /** `plans`: organisations are told when their quota runs out. */
  BILLING: z.enum(['none', 'plans']),
  OUTBOUND_QUEUE_URL: z.string(),
  AWS_QUEUE_URL: z.string(),
  /** Where CloudWatch shows the figures. */
  METRICS_NAMESPACE: z.string(),
});
