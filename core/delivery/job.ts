import * as z from 'zod/mini';

/**
 * One attempt to make, as it travels through a queue. A pointer: the deliverer reads the message and the channel
 * strongly consistent, so a job is never stale and stays under 1 KB.
 */
export const DeliveryJob = z.object({
  organizationId: z.string(),
  webhookId: z.string(),
  messageId: z.string(),
  channelId: z.string(),
  /** Counts attempts from 1. Claims go by it: of two copies with the same number one delivers. */
  attempt: z.number(),
  /** How many waits of the retry schedule are used up; an attempt after a `Retry-After` uses none. */
  retriesUsed: z.number(),
});
export type DeliveryJob = z.infer<typeof DeliveryJob>;
