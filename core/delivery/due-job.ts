import * as z from 'zod/mini';

/**
 * Says that something has fallen due, as it travels through a queue. It only points at what is due: whoever gets it
 * looks whether it still holds, so that copies, early ones and late ones do no harm.
 */
export const DueJob = z.discriminatedUnion('due', [
  z.object({
    due: z.literal('alert'),
    organizationId: z.string(),
    webhookId: z.string(),
    key: z.string(),
    /** Of this alert of the key; another one may have followed. */
    id: z.string(),
  }),
  z.object({ due: z.literal('ask'), organizationId: z.string(), id: z.string() }),
]);
export type DueJob = z.infer<typeof DueJob>;
export type AlertDue = Extract<DueJob, { due: 'alert' }>;

/** Takes due jobs after `delaySeconds`; returns those that it could not take: the due index still has them. */
export type Announce = (jobs: readonly DueJob[], delaySeconds: number) => Promise<DueJob[]>;

/**
 * What falls due within this time is announced at once, by a delayed message. The rest stands in the due index, where
 * the sweeper looks ahead as far each minute. So each timer is announced to the second.
 */
export const AHEAD_MS = 60_000;
