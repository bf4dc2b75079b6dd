import * as z from 'zod/mini';

/** Says that the end of an ask is to be told, as it travels through a queue. It only points at the ask. */
export const AskJob = z.object({ organizationId: z.string(), askId: z.string() });
export type AskJob = z.infer<typeof AskJob>;

/** Takes a job after so many seconds, 900 at most. What it loses is found by the sweeper, so it never rejects. */
export type EnqueueAsk = (job: AskJob, delaySeconds: number) => Promise<void>;

/** The longest that a queue holds a job back, seconds. */
export const LONGEST_DELAY_SECONDS = 900;
