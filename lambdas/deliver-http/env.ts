import * as z from 'zod/mini';
import { DeliveryEnv } from '../delivery-env.ts';

/** Environment of the deliver-http function. CDK sets exactly these names. */
export const Env = z.extend(DeliveryEnv, {
  SLOW_QUEUE_URL: z.string(),
  /** Comma-separated CIDR ranges of private addresses that requests may reach; empty: none. */
  OUTBOUND_ALLOWED_CIDRS: z.string(),
  /** How long one outgoing request may take in all. */
  DELIVERY_TIMEOUT_MS: z.coerce.number(),
  /** How long a batch of the outbound queue waits for its slowest request; empty: until it ends. */
  LET_GO_AFTER_MS: z.string(),
});
