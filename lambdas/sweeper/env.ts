import * as z from 'zod/mini';
import { jobQueueUrls, tableNames } from '../storage-env.ts';

/** Environment of the sweeper function. CDK sets exactly these names. */
export const Env = z.object({
  ...tableNames,
  FIGURES_TABLE: z.string(),
  /** `plans`: organisations are told when their quota runs out. */
  BILLING: z.enum(['none', 'plans']),
  ...jobQueueUrls,
  /** Where CloudWatch shows the figures. */
  METRICS_NAMESPACE: z.string(),
});
