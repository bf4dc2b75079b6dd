import * as z from 'zod/mini';

/** Environment of the Live Stream service. CDK sets exactly these names. */
export const Env = z.object({
  /** The port to listen on; the container's port on AWS, a free one on a laptop. */
  PORT: z.coerce.number(),
  /** The address to listen on: `0.0.0.0` in a container, a loopback address on a laptop. */
  HOST: z.string(),
  DIRECTORY_TABLE: z.string(),
  LIVE_EVENTS_TABLE: z.string(),
  /** The Kinesis data stream of that table; empty: the table's own stream is followed. */
  KINESIS_STREAM_ARN: z.string(),
  BODIES_BUCKET: z.string(),
  COUNTERS_TABLE: z.string(),
  STREAM_MAX_PER_CHANNEL: z.coerce.number(),
  STREAM_MAX_PER_IP: z.coerce.number(),
  /** Proxies in front that append to `x-forwarded-for` and are trusted: CloudFront and the load balancer are 2. */
  TRUSTED_PROXIES: z.coerce.number(),
  /** Over how long open streams are ended after SIGTERM, so that their readers do not all come back at once. */
  DRAIN_SECONDS: z.coerce.number(),
  /** Where CloudWatch shows the figures. */
  METRICS_NAMESPACE: z.string(),
});
export type Env = z.infer<typeof Env>;
