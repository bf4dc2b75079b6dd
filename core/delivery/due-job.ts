import * as z from 'zod/mini';
import { AlertPress } from '../alert/alert-press.ts';

/** The timer of an alert, which stands in the due index until somebody has acted on it. */
const AlertDue = z.object({
  due: z.literal('alert'),
  organizationId: z.string(),
  webhookId: z.string(),
  key: z.string(),
  /** Of this alert of the key; another one may have followed. */
  id: z.string(),
});
export type AlertDue = z.infer<typeof AlertDue>;

/** The alerts of a webhook that hears no more of them are to end. It stands in no index. */
const AlertsEnd = z.object({
  due: z.literal('alerts-end'),
  organizationId: z.string(),
  webhookId: z.string(),
  /** When somebody was about to change the webhook, epoch milliseconds. */
  askedAt: z.number(),
  /** The alert to go on after; absent: from the newest one on. */
  after: z.optional(z.string()),
});
export type AlertsEnd = z.infer<typeof AlertsEnd>;

/** The end of an ask, which stands in the due index until everybody is told. */
const AskDue = z.object({ due: z.literal('ask'), organizationId: z.string(), id: z.string() });

/**
 * Says that something has fallen due, as it travels through a queue. It only points at what is due: whoever gets it
 * looks whether it still holds, so that copies, early ones and late ones do no harm.
 */
export const DueJob = z.discriminatedUnion('due', [AlertDue, AlertsEnd, AlertPress, AskDue]);
export type DueJob = z.infer<typeof DueJob>;

/** Takes due jobs after `delaySeconds`; returns those that it could not take. */
export type Announce = (jobs: readonly DueJob[], delaySeconds: number) => Promise<DueJob[]>;

/**
 * What falls due within this time is announced at once, by a delayed message. The rest stands in the due index, where
 * the sweeper looks ahead as far each minute. So each timer is announced to the second.
 */
export const AHEAD_MS = 60_000;
