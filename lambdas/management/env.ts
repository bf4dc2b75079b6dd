import * as z from 'zod/mini';
import { jobQueueUrls, tableNames } from '../storage-env.ts';

/** Environment of the management function. CDK sets exactly these names. */
export const Env = z.object({
  /** The secrets that identify CloudFront, comma-separated. */
  ORIGIN_SECRETS: z.string(),
  ...tableNames,
  FIGURES_TABLE: z.string(),
  BODIES_BUCKET: z.string(),
  ...jobQueueUrls,
  /** Tests channels that AWS services carry. */
  DELIVER_AWS_FUNCTION: z.string(),
  /** Takes the sends of senders, and tests of webhooks. */
  INGEST_FUNCTION: z.string(),
  /** URLs of the router's own queues and ARNs of its topics, comma-separated: channels must not name them. */
  OWN_DESTINATIONS: z.string(),
  /** ARNs, with wildcards, of the topics, queues and buses that channels may name, comma-separated; empty: none. */
  AWS_TARGETS: z.string(),
  /** ARN of the customer key that guards the secrets of channels. */
  SECRETS_KEY: z.string(),
  /** `{base_url}` of the specification, without a trailing slash. */
  PUBLIC_BASE_URL: z.string(),
  /** The sender of emails that have none of their own; empty: no sender. */
  EMAIL_FROM: z.string(),
  BILLING: z.enum(['none', 'plans']),
  LIVE_STREAM: z.enum(['on', 'off']),
  /** Issuer of the access tokens of people, and the client they sign in with; both empty: nobody can sign in. */
  OIDC_ISSUER: z.string(),
  OIDC_CLIENT_ID: z.string(),
  /** The user pool where invited people get an account; empty: the issuer says who may sign in. */
  ACCOUNTS_POOL: z.string(),
  /** Comma-separated CIDR ranges of private addresses that a channel test may reach; empty: none. */
  OUTBOUND_ALLOWED_CIDRS: z.string(),
  /** How long one outgoing request of a channel test may take in all. */
  DELIVERY_TIMEOUT_MS: z.coerce.number(),
});
