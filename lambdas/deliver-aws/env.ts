import * as z from 'zod/mini';
import { DeliveryEnv } from '../delivery-env.ts';

/** Environment of the deliver-aws function. CDK sets exactly these names. */
export const Env = z.extend(DeliveryEnv, {
  /** URLs of the router's own queues and ARNs of its topics, comma-separated: channels must not reach them. */
  OWN_DESTINATIONS: z.string(),
  /** The sender of emails, for channels without one of their own; empty: no sender. */
  EMAIL_FROM: z.string(),
  /** Name of the SES configuration set that reports bounces and complaints. */
  SES_CONFIGURATION_SET: z.string(),
});
