import * as z from 'zod/mini';

/**
 * Every channel kind and the way its deliveries leave.
 *
 * `outbound` and `aws` are the two job queues: the function that calls arbitrary URLs must not hold rights to SES or
 * SNS. `live` needs no queue: ingest writes the event that the Live Stream service pushes.
 */
const carriers = {
  'live-stream': 'live',
  webhook: 'outbound',
} as const;

export type ChannelKind = keyof typeof carriers;
export type Carrier = (typeof carriers)[ChannelKind];

export const ChannelKind = z.enum(['live-stream', 'webhook'] satisfies ChannelKind[]);

/** The carrier that takes deliveries of `kind` to their channel. */
export function carrierOf(kind: ChannelKind): Carrier {
  return carriers[kind];
}
