import * as z from 'zod/mini';
import { jobQueueUrls, tableNames } from '../storage-env.ts';

/** Environment of the ingest function. CDK sets exactly these names. */
export const Env = z.object({
  /** The secrets that identify CloudFront, comma-separated. */
  ORIGIN_SECRETS: z.string(),
  ...tableNames,
  BODIES_BUCKET: z.string(),
  ...jobQueueUrls,
  BILLING: z.enum(['none', 'plans']),
  WEBHOOK_MAX_BODY_BYTES: z.coerce.number(),
  WEBHOOK_MAX_HOPS: z.coerce.number(),
  /** `{base_url}` of the specification, without a trailing slash. */
  PUBLIC_BASE_URL: z.string(),
  /** Whether the setting of this name has any state machines. Which ones, only IAM asks. */
  STEP_FUNCTIONS: z.enum(['none', 'some']),
});
