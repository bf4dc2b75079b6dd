import { MESSAGE_SHARDS } from '../message/message-id.ts';
import type { Delivery } from './delivery.ts';
import { type DeliveryJob, type Enqueue, jobOfAttempt } from './job.ts';

/** The part of a parked row that sweeping needs. `attempt` is the last one made: the next is to be enqueued. */
export type ParkedDelivery = Pick<
  Delivery,
  'organizationId' | 'webhookId' | 'messageId' | 'channelId' | 'carrier' | 'attempt' | 'retriesUsed' | 'slotAt'
> & { readonly dueAt: string };

export interface SweepPorts {
  readonly due: {
    /** Parked deliveries of one shard due until `until` (ISO 8601), page by page, oldest first. */
    pages(shard: number, until: string): AsyncIterable<readonly ParkedDelivery[]>;
    /** Takes the mark away, unless it changed meanwhile. */
    clear(parked: ParkedDelivery): Promise<void>;
  };
  readonly jobs: { readonly enqueue: Enqueue };
  readonly now: () => number;
  /** Whether the run may go on; asked before each page. */
  readonly hasTime: () => boolean;
}

/** What one sweep did. */
export interface Swept {
  readonly enqueued: number;
  /** The queue did not take them, they stay parked. */
  readonly left: number;
  /** How late the most overdue one was found, in milliseconds; 0 when none was. */
  readonly lateMs: number;
}

/** How far ahead one sweep looks: it runs every minute, so nothing that falls due is late. */
const HORIZON_MS = 60_000;

/** Marks cleared side by side in one shard. */
const CONCURRENT_CLEARS = 25;

/**
 * Enqueues every parked delivery that falls due within a minute, each with its exact delay. Sends first and clears the
 * mark afterwards: a crash in between sends a copy a minute later, which the claim stops. What a run has no time for is
 * left to the next; the shards go side by side, so that a full one does not starve the others.
 */
export async function sweep(ports: SweepPorts): Promise<Swept> {
  const until = new Date(ports.now() + HORIZON_MS).toISOString();
  const shards = Array.from({ length: MESSAGE_SHARDS }, async (_, shard) => sweepShard(ports, shard, until));
  const swept = await Promise.all(shards);
  return {
    enqueued: swept.reduce((sum, { enqueued }) => sum + enqueued, 0),
    left: swept.reduce((sum, { left }) => sum + left, 0),
    lateMs: Math.max(...swept.map(({ lateMs }) => lateMs)),
  };
}

async function sweepShard(ports: SweepPorts, shard: number, until: string): Promise<Swept> {
  let enqueued = 0;
  let left = 0;
  let lateMs = 0;
  for await (const page of ports.due.pages(shard, until)) {
    lateMs = Math.max(lateMs, ...page.map(({ dueAt }) => ports.now() - Date.parse(dueAt)));
    for (const [delaySeconds, parked] of byDelay(page, ports.now())) {
      const taken = await enqueueAll(ports, parked, delaySeconds);
      await clearAll(ports.due, taken);
      enqueued += taken.length;
      left += parked.length - taken.length;
    }
    if (!ports.hasTime()) break;
  }
  return { enqueued, left, lateMs };
}

/** @returns those that the queue took. */
async function enqueueAll(
  { jobs }: SweepPorts,
  parked: readonly ParkedDelivery[],
  delaySeconds: number,
): Promise<ParkedDelivery[]> {
  const refused = await jobs.enqueue(parked.map(jobOf), delaySeconds);
  const refusedIds = new Set(refused.map(idOf));
  return parked.filter((delivery) => !refusedIds.has(idOf(delivery)));
}

function idOf({ messageId, channelId }: Pick<Delivery, 'messageId' | 'channelId'>): string {
  return `${messageId}#${channelId}`;
}

async function clearAll(due: SweepPorts['due'], taken: readonly ParkedDelivery[]): Promise<void> {
  for (let start = 0; start < taken.length; start += CONCURRENT_CLEARS) {
    await Promise.all(taken.slice(start, start + CONCURRENT_CLEARS).map(async (parked) => due.clear(parked)));
  }
}

function byDelay(page: readonly ParkedDelivery[], now: number): Map<number, ParkedDelivery[]> {
  return Map.groupBy(page, ({ dueAt }) => Math.max(0, Math.ceil((Date.parse(dueAt) - now) / 1000)));
}

function jobOf({ slotAt, attempt, retriesUsed, ...delivery }: ParkedDelivery): DeliveryJob {
  const job = jobOfAttempt({ ...delivery, attempt, retriesUsed }, attempt + 1, retriesUsed);
  return slotAt === undefined ? job : { ...job, slotAt };
}
