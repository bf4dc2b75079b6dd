import { describe, expect, it } from 'vitest';
import type { Delivery } from '../../../core/delivery/delivery.ts';
import type { DeliveryJob } from '../../../core/delivery/job.ts';
import type { MessageRecord } from '../../../core/delivery/message-report.ts';
import type { Message, Routing } from '../../../core/delivery/message.ts';
import { lostJobs, reconcile, type StoredSpan, type Watermark } from '../../../core/delivery/reconcile.ts';
import { message as stored, NOW } from './rig.ts';

const MINUTE = 60_000;
const POLICY = { ageMs: 15 * MINUTE, spanMs: 15 * MINUTE };

const route: Routing = { channelId: 'ch_1', kind: 'webhook', matched: true, reason: 'no filter' };
const message: Message = { ...stored, routing: [route] };

function row(changes: Partial<Delivery>): Delivery {
  const { organizationId, webhookId, id: messageId } = message;
  const ids = { organizationId, webhookId, messageId, channelId: 'ch_1' };
  return { ...ids, state: 'queued', attempt: 2, retriesUsed: 1, attempts: [], expiresAt: 0, ...changes };
}

const minutesAgo = (minutes: number) => new Date(NOW - minutes * MINUTE).toISOString();

describe('the lost jobs of a message', () => {
  it.each<[string, Partial<Delivery> | undefined, Partial<DeliveryJob>]>([
    ['no row: the first attempt', undefined, { attempt: 1, retriesUsed: 0 }],
    [
      'a claim that ran out: the same attempt',
      { state: 'delivering', leaseUntil: NOW - 1 },
      { attempt: 2, retriesUsed: 1 },
    ],
    ['a claim without an end: the same attempt', { state: 'delivering' }, { attempt: 2 }],
    ['a retry that never came: the next attempt', { state: 'retrying', nextAttemptAt: minutesAgo(16) }, { attempt: 3 }],
    ['queued and forgotten: the next attempt', { state: 'queued', attempt: 0 }, { attempt: 1 }],
  ])('%s', (_, changes, expected) => {
    const deliveries = changes === undefined ? [] : [row(changes)];

    expect(lostJobs({ message, deliveries }, NOW)).toMatchObject([
      { organizationId: 'org_1', webhookId: 'wh_1', messageId: message.id, channelId: 'ch_1', ...expected },
    ]);
  });

  it.each<[string, Partial<Delivery>]>([
    ['delivered', { state: 'delivered' }],
    ['failed', { state: 'failed' }],
    ['skipped', { state: 'skipped' }],
    ['being delivered', { state: 'delivering', leaseUntil: NOW }],
    ['waiting in the queue', { state: 'retrying', nextAttemptAt: minutesAgo(14) }],
    ['parked', { state: 'retrying', nextAttemptAt: minutesAgo(60), dueAt: minutesAgo(60) }],
  ])('none of what is %s', (_, changes) => {
    expect(lostJobs({ message, deliveries: [row(changes)] }, NOW)).toEqual([]);
  });

  it('cannot be told of a state that nobody knows', () => {
    const odd = { ...row({}), state: 'lost' };

    expect(() => lostJobs({ message, deliveries: [odd as never] }, NOW)).toThrow('no job is known for the state lost');
  });

  it('travel through the queue of their kind', () => {
    const routing: Routing[] = [{ ...route, kind: 'sns' }];

    expect(lostJobs({ message: { ...message, routing }, deliveries: [] }, NOW)).toMatchObject([{ carrier: 'aws' }]);
  });

  it('none of channels that did not match or are pushed as a stream', () => {
    const routing: Routing[] = [
      { ...route, matched: false },
      { ...route, channelId: 'ch_2', kind: 'live-stream' },
    ];

    expect(lostJobs({ message: { ...message, routing }, deliveries: [] }, NOW)).toEqual([]);
  });
});

interface Options {
  readonly mark?: Watermark;
  readonly pages?: number;
  readonly refuses?: (job: DeliveryJob) => boolean;
}

/** Two organisations; `org_a` has two pages in shard 1, `org_b` one in shard 3. */
function rig({ mark, pages = Infinity, refuses = () => false }: Options) {
  let watermark = mark;
  let pagesLeft = pages;
  const spans: StoredSpan[] = [];
  const queued: string[] = [];
  const record = (id: string): MessageRecord => ({ message: { ...message, id }, deliveries: [] });
  const run = async () =>
    reconcile(
      {
        watermark: {
          read: async () => watermark,
          move: async (_, to) => void (watermark = to),
        },
        async *organizations(first = '') {
          yield* ['org_a', 'org_b'].filter((id) => id >= first);
        },
        messages: {
          async page(span) {
            spans.push(span);
            const { organizationId, shard, before } = span;
            if (organizationId === 'org_b') return { records: shard === 3 ? [record('msg_3')] : [] };
            if (shard !== 1) return { records: [] };
            return before === undefined
              ? { records: [record('msg_2')], next: 'msg_2' }
              : { records: [record('msg_1')] };
          },
        },
        jobs: {
          async enqueue(jobs) {
            queued.push(...jobs.filter((job) => !refuses(job)).map(({ messageId }) => messageId));
            return jobs.filter(refuses);
          },
        },
        now: () => NOW,
        hasTime: () => (pagesLeft -= 1) >= 0,
      },
      POLICY,
    );
  const allow = (more: number) => (pagesLeft = more);
  return { run, spans, queued, allow, mark: () => watermark };
}

describe('reconciling', () => {
  it('looks through every shard of every organisation up to 15 minutes ago and moves the watermark', async () => {
    const { run, queued, spans, mark } = rig({ mark: { until: NOW - 40 * MINUTE } });

    expect(await run()).toEqual({ messages: 3, enqueued: 3, done: true });

    expect(queued).toEqual(['msg_2', 'msg_1', 'msg_3']);
    expect(spans).toHaveLength(9);
    expect(spans[0]).toMatchObject({ after: NOW - 40 * MINUTE, until: NOW - 15 * MINUTE });
    expect(mark()).toEqual({ until: NOW - 15 * MINUTE });
  });

  it('starts with everything that is stored when it never ran before', async () => {
    const { run, spans } = rig({});

    await run();

    expect(spans[0]).toMatchObject({ after: NOW - 30 * 24 * 60 * MINUTE });
  });

  it('reads nothing while the span is short', async () => {
    const { run, spans, mark } = rig({ mark: { until: NOW - 29 * MINUTE } });

    expect(await run()).toEqual({ messages: 0, enqueued: 0, done: true });
    expect(spans).toEqual([]);
    expect(mark()).toEqual({ until: NOW - 29 * MINUTE });
  });

  it('goes on where it stopped when its time was over, with the same span', async () => {
    const start = { until: NOW - 40 * MINUTE };
    const { run, queued, allow, mark, spans } = rig({ mark: start, pages: 2 });

    expect(await run()).toEqual({ messages: 1, enqueued: 1, done: false });
    const target = NOW - 15 * MINUTE;
    const stopped = { target, organizationId: 'org_a', shard: 1, before: 'msg_2' };
    expect(mark()).toEqual({ ...start, position: stopped });

    allow(Infinity);
    expect(await run()).toEqual({ messages: 2, enqueued: 2, done: true });
    expect(queued).toEqual(['msg_2', 'msg_1', 'msg_3']);
    expect(new Set(spans.map(({ until }) => until))).toEqual(new Set([target]));
    expect(mark()).toEqual({ until: target });
  });

  it('goes on with the next organisation when the one it stopped at is gone', async () => {
    const position = { target: NOW - 15 * MINUTE, organizationId: 'org_aa', shard: 2 };
    const { run, queued, spans } = rig({ mark: { until: NOW - 40 * MINUTE, position } });

    await run();

    expect(queued).toEqual(['msg_3']);
    expect(spans[0]).toMatchObject({ organizationId: 'org_b', shard: 0 });
  });

  it('stays where it is when the queue takes no more', async () => {
    const { run, mark } = rig({
      mark: { until: NOW - 40 * MINUTE },
      refuses: ({ messageId }) => messageId === 'msg_1',
    });

    expect(await run()).toEqual({ messages: 2, enqueued: 1, done: false });
    expect(mark()).toMatchObject({ position: { organizationId: 'org_a', shard: 1, before: 'msg_2' } });
  });
});
