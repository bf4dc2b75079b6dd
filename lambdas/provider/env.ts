import * as z from 'zod/mini';

/** Environment of the provider function. CDK sets exactly these names. */
export const Env = z.object({
  DIRECTORY_TABLE: z.string(),
  LIVE_EVENTS_TABLE: z.string(),
  COUNTERS_TABLE: z.string(),
  ASKS_TABLE: z.string(),
  /** Takes the order to end the alerts of a webhook. */
  AWS_QUEUE_URL: z.string(),
  /** URLs of the router's own queues and ARNs of its topics, comma-separated: channels must not name them. */
  OWN_DESTINATIONS: z.string(),
  /** ARNs, with wildcards, of the topics, queues and buses that channels may name, comma-separated; empty: none. */
  AWS_TARGETS: z.string(),
  /** ARN of the customer key that guards the secrets of channels. */
  SECRETS_KEY: z.string(),
  /** `{base_url}` of the specification, without a trailing slash. */
  PUBLIC_BASE_URL: z.string(),
  BILLING: z.enum(['none', 'plans']),
  LIVE_STREAM: z.enum(['on', 'off']),
  /** Comma-separated CIDR ranges of private addresses that channels may name; empty: none. */
  OUTBOUND_ALLOWED_CIDRS: z.string(),
});
