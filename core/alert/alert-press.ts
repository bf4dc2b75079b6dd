import * as z from 'zod/mini';

/**
 * A press of a button on the post of an alert, as it travels through a queue to what may change alerts. It stands in no
 * index.
 */
export const AlertPress = z.object({
  due: z.literal('alert-press'),
  organizationId: z.string(),
  alertId: z.string(),
  /** Where it was pressed. */
  channelId: z.string(),
  status: z.enum(['acknowledged', 'resolved']),
  /** Who pressed, by the vendor's words; absent: nobody knows. */
  name: z.optional(z.string()),
  /** When, epoch milliseconds. */
  at: z.number(),
});
export type AlertPress = z.infer<typeof AlertPress>;

/** Hands on a press. @returns whether the queue took it */
export type PassPress = (press: AlertPress) => Promise<boolean>;
