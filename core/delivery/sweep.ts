import type { Delivery } from './delivery.ts';
import type { DeliveryJob } from './job.ts';

/** The part of a parked row that sweeping needs. */
export type ParkedDelivery = Omit<DeliveryJob, 'attempt'> & Pick<Delivery, 'attempt'> & { readonly dueAt: string };

export interface SweepPorts {
  readonly due: {
    /** Parked deliveries due until `until` (ISO 8601), page by page, oldest first. */
    pages(until: string): AsyncIterable<readonly ParkedDelivery[]>;
    /** Takes the mark away, unless it changed meanwhile. */
    clear(parked: ParkedDelivery): Promise<void>;
  };
  /** Takes jobs after `delaySeconds`; returns those that it could not take. */
  readonly jobs: { enqueue(jobs: readonly DeliveryJob[], delaySeconds: number): Promise<DeliveryJob[]> };
  readonly now: () => number;
}

/** How far ahead one sweep looks: it runs every minute, so nothing that falls due is late. */
const HORIZON_MS = 60_000;

/** Whole seconds of delay are queued together, ten jobs a call. */
const CONCURRENT_CLEARS = 10;

/**
 * Enqueues every parked delivery that falls due within a minute, each with its exact delay. Sends first and clears the
 * mark afterwards: a crash in between sends a copy a minute later, and claims sort copies out.
 *
 * @returns how many jobs were enqueued, and how many the queue did not take; those stay parked
 */
export async function sweep({ due, jobs, now }: SweepPorts): Promise<{ enqueued: number; left: number }> {
  let enqueued = 0;
  let left = 0;
  for await (const page of due.pages(new Date(now() + HORIZON_MS).toISOString())) {
    for (const [delaySeconds, parked] of byDelay(page, now())) {
      const refused = await jobs.enqueue(parked.map(jobOf), delaySeconds);
      const refusedIds = new Set(refused.map(({ messageId, channelId }) => `${messageId}#${channelId}`));
      const taken = parked.filter(({ messageId, channelId }) => !refusedIds.has(`${messageId}#${channelId}`));
      await clearAll(due, taken);
      enqueued += taken.length;
      left += refused.length;
    }
  }
  return { enqueued, left };
}

async function clearAll(due: SweepPorts['due'], taken: readonly ParkedDelivery[]): Promise<void> {
  for (let start = 0; start < taken.length; start += CONCURRENT_CLEARS) {
    await Promise.all(taken.slice(start, start + CONCURRENT_CLEARS).map((parked) => due.clear(parked)));
  }
}

function byDelay(page: readonly ParkedDelivery[], now: number): Map<number, ParkedDelivery[]> {
  return Map.groupBy(page, ({ dueAt }) => Math.max(0, Math.ceil((Date.parse(dueAt) - now) / 1000)));
}

function jobOf({ organizationId, webhookId, messageId, channelId, attempt, retriesUsed }: ParkedDelivery): DeliveryJob {
  return { organizationId, webhookId, messageId, channelId, attempt: attempt + 1, retriesUsed };
}
