import * as z from 'zod/mini';
import { DeliveryEnv } from '../delivery-env.ts';

/** Environment of the deliver-aws function. CDK sets exactly these names. */
export const Env = z.extend(DeliveryEnv, {
  /** Addresses of the router's own queues and ARNs of its topics, comma-separated: no channel may reach them. */
  OWN_DESTINATIONS: z.string(),
  /** What emails come from, for channels without a sender of their own; empty: nothing. */
  EMAIL_FROM: z.string(),
  /** Name of the SES configuration set that tells of bounces and complaints. */
  SES_CONFIGURATION_SET: z.string(),
});
