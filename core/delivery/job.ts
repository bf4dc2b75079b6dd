import * as z from 'zod/mini';
import { carrierOf, type ChannelKind } from '../channels/kinds.ts';
import { type Message, reaches } from './message.ts';

/**
 * One attempt to make, as it travels through a queue. It only points at the message and the channel, which the
 * deliverer reads strongly consistent: so a job is never stale, and stays under 1 KB.
 */
export const DeliveryJob = z.object({
  organizationId: z.string(),
  webhookId: z.string(),
  messageId: z.string(),
  channelId: z.string(),
  /** The queue that the job travels through; absent: `outbound`. */
  carrier: z.optional(z.literal('aws')),
  /** Goes through the queue of slow destinations, where it holds up no other channel. For one attempt only. */
  lane: z.optional(z.literal('slow')),
  /** Counts attempts from 1. A claim names it: of two copies with the same number, one delivers. */
  attempt: z.number(),
  /** How many waits of the retry schedule are used up; an attempt after a `Retry-After` uses none. */
  retriesUsed: z.number(),
  /** The turn that the destination's pace gave this attempt, epoch milliseconds. Absent: none was taken yet. */
  slotAt: z.optional(z.number()),
  /** How often the infrastructure failed under this attempt; absent: never. */
  interruptions: z.optional(z.number()),
  /** Comes from the dead-letter queue: it may go on with a delivery that has failed. */
  redrive: z.optional(z.boolean()),
  /** Somebody asked for it: an alert is shown once more, even where it stands already. */
  asked: z.optional(z.literal(true)),
});
export type DeliveryJob = z.infer<typeof DeliveryJob>;

/** Takes jobs after `delaySeconds`; returns those that it could not take. */
export type Enqueue = (jobs: readonly DeliveryJob[], delaySeconds: number) => Promise<DeliveryJob[]>;

/** The part of a job that says which queue deliveries to channels of `kind` travel through. */
export function carriedFor(kind: ChannelKind): Pick<DeliveryJob, 'carrier'> {
  return carrierOf(kind) === 'aws' ? { carrier: 'aws' } : {};
}

/** The first attempt of every delivery that a queue takes. */
export function jobsOf(message: Message): DeliveryJob[] {
  const { id: messageId, organizationId, webhookId, routing } = message;
  return routing
    .filter((link) => reaches(link) && carrierOf(link.kind) !== 'live')
    .map(({ channelId, kind }) => ({
      organizationId,
      webhookId,
      messageId,
      channelId,
      ...carriedFor(kind),
      attempt: 1,
      retriesUsed: 0,
    }));
}

/** The same delivery, another attempt: without what belongs to one attempt only. */
export function jobOfAttempt(job: DeliveryJob, attempt: number, retriesUsed: number): DeliveryJob {
  const { organizationId, webhookId, messageId, channelId, carrier, asked } = job;
  const carried = { ...(carrier === undefined ? {} : { carrier }), ...(asked === undefined ? {} : { asked }) };
  return { organizationId, webhookId, messageId, channelId, ...carried, attempt, retriesUsed };
}

/**
 * What goes to the dead-letter queue: the next attempt, with a fresh schedule. So a redriven job is never mistaken for
 * a copy of the attempt that failed, and of its own copies only one delivers.
 */
export function deadLetterOf(job: DeliveryJob): DeliveryJob {
  return { ...jobOfAttempt(job, job.attempt + 1, 0), redrive: true };
}

/** The next attempt of a delivery that has shown an alert, which says something newer by now. */
export function followUpOf(job: DeliveryJob): DeliveryJob {
  const { asked: _, ...following } = jobOfAttempt(job, job.attempt + 1, 0);
  return following;
}
