import * as z from 'zod/mini';
import { SeenResponse } from '../channels/seen-response.ts';

export const deliveryStates = ['queued', 'delivering', 'delivered', 'retrying', 'failed', 'skipped'] as const;
export const DeliveryState = z.enum(deliveryStates);
export type DeliveryState = z.infer<typeof DeliveryState>;

/** One try, as operators see it. `status` is the HTTP status, when an answer came. */
export const Attempt = z.object({
  at: z.string(),
  outcome: z.enum(['delivered', 'retry', 'failed', 'skipped']),
  status: z.optional(z.number()),
  error: z.optional(z.string()),
  durationMs: z.number(),
  /** A post was changed in its place. */
  edited: z.optional(z.literal(true)),
});
export type Attempt = z.infer<typeof Attempt>;

/** What was answered to the attempt of this time: at most two stand in a row, beside its attempts. */
const AnsweredAttempt = z.extend(SeenResponse, { at: z.string() });

/**
 * How many attempts a row keeps: the first ones and the newest. A receiver that keeps asking for a wait of one
 * second would otherwise fill the row beyond what an item may hold.
 */
export const MAX_ATTEMPTS_KEPT = 100;

/**
 * The row of one (message, channel), beside its message in the same partition. No row yet means `queued`. Live Stream
 * deliveries have none: their state stands on the message.
 */
export const Delivery = z.object({
  organizationId: z.string(),
  webhookId: z.string(),
  messageId: z.string(),
  channelId: z.string(),
  /** The queue that its jobs travel through; absent: `outbound`. */
  carrier: z.optional(z.literal('aws')),
  state: DeliveryState,
  /** The number of the newest claimed attempt, counted from 1; 0 before the first. */
  attempt: z.number(),
  /** How many waits of the retry schedule are used up. */
  retriesUsed: z.number(),
  /** While `delivering`: epoch milliseconds until which the claim holds. */
  leaseUntil: z.optional(z.number()),
  /** While `delivering`: whose claim it is, so that a claim is recognised whose answer was lost. */
  claimToken: z.optional(z.string()),
  attempts: z.array(Attempt),
  /** Where a channel has several recipients: those that need no further attempt, by their names. */
  settled: z.optional(z.record(z.string(), z.string())),
  /** ISO 8601 UTC, while `retrying`, or `queued` for later. */
  nextAttemptAt: z.optional(z.string()),
  /** While parked: when the sweeper is to enqueue the next attempt. Together with `dueShard` the key of the `due` index. */
  dueAt: z.optional(z.string()),
  /** While parked for the destination's pace: the turn that the next attempt has, epoch milliseconds. */
  slotAt: z.optional(z.number()),
  /** What the receiver answered to the first attempt that it did not take, and to the newest one. */
  firstResponse: z.optional(AnsweredAttempt),
  lastResponse: z.optional(AnsweredAttempt),
  /** What the post is changed by later that shows an ask. */
  reference: z.optional(z.string()),
  /** What an attempt had to ignore. */
  notes: z.optional(z.array(z.string())),
  expiresAt: z.number(),
});
export type Delivery = z.infer<typeof Delivery>;

/** Whether no attempt follows by itself. */
export function hasEnded({ state }: Pick<Delivery, 'state'>): boolean {
  return state === 'delivered' || state === 'skipped' || state === 'failed';
}
