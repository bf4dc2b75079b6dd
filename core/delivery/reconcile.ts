import { carrierOf, type ChannelKind } from '../channels/kinds.ts';
import { MESSAGE_LIFETIME_SECONDS, type Message, reaches } from './message.ts';
import { MESSAGE_SHARDS } from '../message/message-id.ts';
import type { Delivery } from './delivery.ts';
import { carriedFor, type DeliveryJob, type Enqueue, jobOfAttempt } from './job.ts';
import type { MessageRecord } from './message-report.ts';

/** How far messages have been looked through. Everything stored up to `until` (epoch milliseconds) is done. */
export interface Watermark {
  readonly until: number;
  /** Where a span that did not fit into one run goes on. */
  readonly position?: Position | undefined;
}

interface ShardPlace {
  readonly organizationId: string;
  /** 0 to `MESSAGE_SHARDS` - 1. */
  readonly shard: number;
  /** Only messages older than this one are left. */
  readonly before?: string | undefined;
}

interface Position extends ShardPlace {
  /** Where the span ends, epoch milliseconds. */
  readonly target: number;
}

/** A part of one shard of one organisation, newest first. */
export interface StoredSpan extends ShardPlace {
  /** Epoch milliseconds, exclusive and inclusive. */
  readonly after: number;
  readonly until: number;
}

export interface ReconcilePorts {
  readonly watermark: {
    read(): Promise<Watermark | undefined>;
    /** Does nothing when another run moved it meanwhile. */
    move(from: Watermark, to: Watermark): Promise<void>;
  };
  /** The ids of all organisations from `first` on, ascending. */
  readonly organizations: (first: string | undefined) => AsyncIterable<string>;
  readonly messages: {
    /** `next` is what the rest of the span is before; absent: there is no rest. */
    page(span: StoredSpan): Promise<{ readonly records: readonly MessageRecord[]; readonly next?: string }>;
  };
  readonly jobs: { readonly enqueue: Enqueue };
  readonly now: () => number;
  /** Whether the run may go on; asked before each page. */
  readonly hasTime: () => boolean;
}

export interface ReconcilePolicy {
  /** Younger messages are left alone: their deliveries are still under way. */
  readonly ageMs: number;
  /** Spans are at least this long, so that an idle router reads little. */
  readonly spanMs: number;
}

/** What one run did. */
export interface Reconciled {
  /** Messages looked at. */
  readonly messages: number;
  /** Jobs enqueued for deliveries that had lost theirs. */
  readonly enqueued: number;
  /** Whether the span is finished; otherwise the next run goes on where this one stopped. */
  readonly done: boolean;
}

/** A delivery that should have gone on this long ago (visibility timeout, lease and a backlog) has lost its job. */
const PATIENCE_MS = 15 * 60_000;

/**
 * Looks through everything stored since the last run and enqueues each delivery that is not over and has no next
 * attempt. So a crash between storing and enqueueing, or a lost job, costs time but never a notification. The watermark
 * moves only over what is done, so missed runs lose nothing either. A delivery that was under way after all gets a copy
 * of its job, and the claim lets only one of them deliver.
 */
export async function reconcile(ports: ReconcilePorts, policy: ReconcilePolicy): Promise<Reconciled> {
  const now = ports.now();
  const mark = (await ports.watermark.read()) ?? { until: now - MESSAGE_LIFETIME_SECONDS * 1000 };
  const target = mark.position?.target ?? now - policy.ageMs;
  const done = { messages: 0, enqueued: 0 };
  if (mark.position === undefined && target - mark.until < policy.spanMs) return { ...done, done: true };
  for await (const place of places(ports, mark.position)) {
    const stoppedAt = await reconcilePlace(ports, { ...place, after: mark.until, until: target }, done);
    if (stoppedAt === undefined) continue;
    await ports.watermark.move(mark, { until: mark.until, position: { target, ...stoppedAt } });
    return { ...done, done: false };
  }
  await ports.watermark.move(mark, { until: target });
  return { ...done, done: true };
}

async function* places({ organizations }: ReconcilePorts, from: ShardPlace | undefined): AsyncGenerator<ShardPlace> {
  for await (const organizationId of organizations(from?.organizationId)) {
    const resumed = from?.organizationId === organizationId ? from : undefined;
    for (let shard = resumed?.shard ?? 0; shard < MESSAGE_SHARDS; shard += 1) {
      const before = resumed?.shard === shard ? resumed.before : undefined;
      yield { organizationId, shard, ...(before === undefined ? {} : { before }) };
    }
  }
}

/** @returns where it stopped, when there was no time left or the queue took no more. */
async function reconcilePlace(
  ports: ReconcilePorts,
  span: StoredSpan,
  done: { messages: number; enqueued: number },
): Promise<ShardPlace | undefined> {
  const { organizationId, shard } = span;
  let { before } = span;
  do {
    const here: ShardPlace = { organizationId, shard, ...(before === undefined ? {} : { before }) };
    if (!ports.hasTime()) return here;
    const { records, next } = await ports.messages.page({ ...span, ...here });
    const jobs = records.flatMap((record) => lostJobs(record, ports.now()));
    const left = await ports.jobs.enqueue(jobs, 0);
    done.messages += records.length;
    done.enqueued += jobs.length - left.length;
    if (left.length > 0) return here;
    before = next;
  } while (before !== undefined);
  return undefined;
}

/**
 * The jobs of a message that should be under way but, by its rows, are not.
 *
 * @param now epoch milliseconds
 */
export function lostJobs({ message, deliveries }: MessageRecord, now: number): DeliveryJob[] {
  const rows = new Map(deliveries.map((row) => [row.channelId, row]));
  return message.routing
    .filter((link) => reaches(link) && carrierOf(link.kind) !== 'live')
    .flatMap(({ channelId, kind }) => lostJob(message, { channelId, kind, row: rows.get(channelId), now }) ?? []);
}

interface Question {
  readonly channelId: string;
  readonly kind: ChannelKind;
  readonly row: Delivery | undefined;
  readonly now: number;
}

function lostJob(
  { organizationId, webhookId, id: messageId }: Message,
  { channelId, kind, row, now }: Question,
): DeliveryJob | undefined {
  const ids = { organizationId, webhookId, messageId, channelId, ...carriedFor(kind) };
  const first: DeliveryJob = { ...ids, attempt: 1, retriesUsed: 0 };
  if (row === undefined) return first;
  switch (row.state) {
    case 'delivering':
      return (row.leaseUntil ?? 0) < now ? jobOfAttempt(first, row.attempt, row.retriesUsed) : undefined;
    case 'queued':
    case 'retrying':
      return isWaiting(row, now) ? undefined : jobOfAttempt(first, row.attempt + 1, row.retriesUsed);
    case 'delivered':
    case 'failed':
    case 'skipped':
      return undefined;
    default:
      throw new Error(`no job is known for the state ${String(row.state satisfies never)}`);
  }
}

/** Whether the sweeper will enqueue the delivery, or its job waits in the queue. */
function isWaiting({ dueAt, nextAttemptAt }: Delivery, now: number): boolean {
  if (dueAt !== undefined) return true;
  return nextAttemptAt !== undefined && Date.parse(nextAttemptAt) > now - PATIENCE_MS;
}
