import type { ReconcilePorts } from '../delivery/reconcile.ts';
import { MESSAGE_SHARDS } from '../message/message-id.ts';
import { addUsage, noUsage, type Usage, usageOf } from './usage.ts';

/** Usage is counted in spans of this length, milliseconds. A month is a whole number of them. */
export const SPAN_MS = 10 * 60_000;

const HOUR_MS = 60 * 60_000;

/**
 * How old a span is when it is counted, and counted anew: at first for the messages, later for what became of their
 * deliveries. At the last count a delivery cannot change any more: the schedule is over and so is what a receiver asked
 * for on top.
 */
const ages = [0, HOUR_MS, 6 * HOUR_MS, 24 * HOUR_MS, 45 * HOUR_MS] as const;

/** Figures are a minute behind at most: a span that has just ended is not in them yet. */
const SETTLED_MS = 2 * 60_000;

/** A router that counts for the first time begins so far back: before its first run it took messages already. */
const FIRST_LOOK_MS = HOUR_MS;

export interface CountPorts extends Pick<ReconcilePorts, 'organizations' | 'messages' | 'now' | 'hasTime'> {
  readonly watermark: (name: string) => ReconcilePorts['watermark'];
  readonly usage: {
    /** Replaces what was counted of the span that begins at `start` (epoch milliseconds), and corrects its month. */
    setSpan(organizationId: string, start: number, usage: Usage): Promise<void>;
    /** What figures say of a span (`until` not included); undefined when they do not hold all of it. */
    counted(
      organizationId: string,
      span: { readonly from: number; readonly until: number },
    ): Promise<Usage | undefined>;
  };
}

/**
 * Counts what was stored, span by span, in the background: nothing is counted while sending. Figures tell it; where they
 * do not hold everything, the messages themselves are read. A count replaces the one before, so that it may be repeated;
 * a span that was not finished is counted again in the next run.
 *
 * @returns how many spans were counted
 */
export async function countUsage(ports: CountPorts): Promise<number> {
  let spans = 0;
  for (const age of ages) spans += await countAtAge(ports, age);
  return spans;
}

async function countAtAge(ports: CountPorts, age: number): Promise<number> {
  const watermark = ports.watermark(`usage-${age / HOUR_MS}h`);
  const wholeSpans = (time: number) => Math.floor(time / SPAN_MS) * SPAN_MS;
  let mark = (await watermark.read()) ?? { until: wholeSpans(ports.now() - age - FIRST_LOOK_MS) };
  let spans = 0;
  while (mark.until + SPAN_MS + Math.max(age, SETTLED_MS) <= ports.now()) {
    if (!(await countSpan(ports, mark.until))) return spans;
    const next = { until: mark.until + SPAN_MS };
    await watermark.move(mark, next);
    mark = next;
    spans += 1;
  }
  return spans;
}

/** Whether every organisation was counted before the time was over. */
async function countSpan(ports: CountPorts, start: number): Promise<boolean> {
  for await (const organizationId of ports.organizations(undefined)) {
    if (!ports.hasTime()) return false;
    const counted = await ports.usage.counted(organizationId, { from: start, until: start + SPAN_MS });
    const usage = counted ?? (await countMessages(ports, organizationId, start));
    if (usage === undefined) return false;
    await ports.usage.setSpan(organizationId, start, usage);
  }
  return true;
}

/** Reads the messages themselves. Undefined when the time was over before. */
async function countMessages(ports: CountPorts, organizationId: string, start: number): Promise<Usage | undefined> {
  let usage = noUsage;
  for (let shard = 0; shard < MESSAGE_SHARDS; shard += 1) {
    const counted = await countShard(ports, { organizationId, shard, after: start - 1, until: start + SPAN_MS - 1 });
    if (counted === undefined) return undefined;
    usage = addUsage(usage, counted);
  }
  return usage;
}

type UsageSpan = Parameters<ReconcilePorts['messages']['page']>[0];

async function countShard(ports: CountPorts, span: UsageSpan): Promise<Usage | undefined> {
  let usage = noUsage;
  let before: string | undefined;
  do {
    if (!ports.hasTime()) return undefined;
    const { records, next } = await ports.messages.page({ ...span, ...(before === undefined ? {} : { before }) });
    for (const record of records) usage = addUsage(usage, usageOf(record));
    before = next;
  } while (before !== undefined);
  return usage;
}
