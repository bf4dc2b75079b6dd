import { describe, expect, it } from 'vitest';
import type { MessageRecord } from '../../../core/delivery/message-report.ts';
import type { StoredSpan, Watermark } from '../../../core/delivery/reconcile.ts';
import type { DeliveryState } from '../../../core/delivery/delivery.ts';
import { countUsage, type CountPorts, SPAN_MS } from '../../../core/usage/count-usage.ts';
import { addUsage, noUsage, type Usage, usageOf } from '../../../core/usage/usage.ts';
import { message } from '../delivery/rig.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const START = Date.parse('2026-11-20T10:00:00.000Z');

function record(states: Record<string, DeliveryState | undefined>): MessageRecord {
  const routing = Object.keys(states).map((channelId) => ({
    channelId,
    kind: 'webhook' as const,
    matched: true,
    reason: 'no filter',
  }));
  const deliveries = Object.entries(states).flatMap(([channelId, state]) =>
    state === undefined
      ? []
      : [
          {
            organizationId: 'org_1',
            webhookId: 'wh_1',
            messageId: message.id,
            channelId,
            state,
            attempt: 1,
            retriesUsed: 0,
            attempts: [],
            expiresAt: 0,
          },
        ],
  );
  return { message: { ...message, routing }, deliveries };
}

/** Messages by when they were stored, counted by a router whose clock a test moves. */
function rig() {
  const stored: { at: number; record: MessageRecord }[] = [];
  const marks = new Map<string, Watermark>();
  const spans = new Map<string, Usage>();
  const figures = new Map<string, Usage>();
  let now = START;
  let pages = Infinity;
  const ports: CountPorts = {
    now: () => now,
    hasTime: () => (pages -= 1) >= 0,
    async *organizations() {
      yield 'org_1';
      yield 'org_2';
    },
    messages: {
      async page({ organizationId, shard, after, until, before }: StoredSpan) {
        if (organizationId !== 'org_1' || shard !== 0) return { records: [] };
        const found = stored.filter(({ at }) => at > after && at <= until);
        const half = Math.ceil(found.length / 2);
        const records = (before === undefined ? found.slice(0, half) : found.slice(half)).map(({ record }) => record);
        return found.length > half && before === undefined ? { records, next: 'more' } : { records };
      },
    },
    watermark: (name) => ({
      read: async () => marks.get(name),
      move: async (_, to) => void marks.set(name, to),
    }),
    usage: {
      setSpan: async (id, start, usage) => void spans.set(`${id} ${start}`, usage),
      counted: async (id, { from, until }) => figures.get(`${id} ${from} ${until}`),
    },
  };
  const total = () =>
    [...spans].filter(([key]) => key.startsWith('org_1')).reduce((sum, [, usage]) => addUsage(sum, usage), noUsage);
  return {
    stored,
    figures,
    total,
    run: async (at: number, limit = Infinity) => {
      now = at;
      pages = limit;
      return countUsage(ports);
    },
  };
}

describe('what a message counts as', () => {
  it('is one message and each of its deliveries by its state', () => {
    const usage = usageOf(
      record({ a: 'delivered', b: 'failed', c: 'skipped', d: 'retrying', e: 'delivering', f: 'queued', g: undefined }),
    );

    expect(usage).toEqual({ messages: 1, delivered: 1, failed: 1, skipped: 1, pending: 4 });
  });

  it('leaves out channels that were not meant, and takes streams as delivered', () => {
    const routing = [
      { channelId: 'a', kind: 'webhook' as const, matched: false, reason: 'filter' },
      { channelId: 'b', kind: 'live-stream' as const, matched: true, reason: 'no filter' },
    ];

    const usage = usageOf({ message: { ...message, routing }, deliveries: [] });

    expect(usage).toEqual({ ...noUsage, messages: 1, delivered: 1 });
  });
});

describe('counting usage', () => {
  it('counts no message where the router itself said it, only its deliveries', () => {
    const said = usageOf({ message: { ...message, origin: 'system' }, deliveries: [] });

    expect(said).toEqual({ ...usageOf({ message, deliveries: [] }), messages: 0 });
  });

  it('counts each message once, at most a quarter of an hour after it was accepted', async () => {
    const { stored, run, total } = rig();
    await run(START);
    for (let minute = 0; minute < 60; minute += 1) {
      stored.push({ at: START + minute * MINUTE, record: record({ a: 'delivered' }) });
      await run(START + minute * MINUTE);
      const lag = minute + 1 - total().messages;
      expect(lag).toBeLessThanOrEqual(15);
    }

    await run(START + 2 * HOUR);

    expect(total()).toEqual({ ...noUsage, messages: 60, delivered: 60 });
  });

  it('takes what figures say, as long as they hold everything, and reads the messages otherwise', async () => {
    const { stored, figures, run, total } = rig();
    await run(START);
    stored.push({ at: START + MINUTE, record: record({ a: 'failed' }) });
    figures.set(`org_1 ${START} ${START + SPAN_MS}`, { ...noUsage, messages: 7, delivered: 7 });

    await run(START + SPAN_MS + 2 * MINUTE);
    const byFigures = total();
    figures.clear();
    await run(START + SPAN_MS + HOUR);

    expect(byFigures).toEqual({ ...noUsage, messages: 7, delivered: 7 });
    expect(total()).toEqual({ ...noUsage, messages: 1, failed: 1 });
  });

  it('waits until a span that has just ended is in the figures', async () => {
    const { stored, run, total } = rig();
    await run(START);
    stored.push({ at: START + MINUTE, record: record({}) });

    await run(START + SPAN_MS + 2 * MINUTE - 1);

    expect(total().messages).toBe(0);
  });

  it('counts what a replay routed to no more, as figures do', () => {
    const routing = [{ channelId: 'a', kind: 'webhook' as const, matched: false, reason: 'filter' }];

    const usage = usageOf({ message: { ...message, routing, everMatched: new Set(['a']) }, deliveries: [] });

    expect(usage).toEqual({ ...noUsage, messages: 1, pending: 1 });
  });

  it('follows what becomes of deliveries', async () => {
    const { stored, run, total } = rig();
    await run(START);
    stored.push({ at: START + MINUTE, record: record({ a: 'retrying' }) });
    await run(START + SPAN_MS + 2 * MINUTE);
    const first = total();

    stored[0] = { at: START + MINUTE, record: record({ a: 'failed' }) };
    await run(START + SPAN_MS + 25 * HOUR);

    expect(first).toEqual({ ...noUsage, messages: 1, pending: 1 });
    expect(total()).toEqual({ ...noUsage, messages: 1, failed: 1 });
  });

  it('counts a message at the very edge of a span in one of them', async () => {
    const { stored, run, total } = rig();
    await run(START);
    for (const at of [START, START + SPAN_MS - 1, START + SPAN_MS]) stored.push({ at, record: record({}) });

    await run(START + 3 * SPAN_MS);

    expect(total().messages).toBe(3);
  });

  it('makes up for runs that did not happen', async () => {
    const { stored, run, total } = rig();
    await run(START);
    stored.push({ at: START + 3 * HOUR, record: record({ a: 'delivered' }) });

    await run(START + 100 * HOUR);

    expect(total()).toEqual({ ...noUsage, messages: 1, delivered: 1 });
  });

  it('goes on in the next run where the time was over', async () => {
    const { stored, run, total } = rig();
    await run(START);
    stored.push({ at: START + MINUTE, record: record({}) }, { at: START + 2 * MINUTE, record: record({}) });

    await run(START + SPAN_MS + 2 * MINUTE, 1);
    const partly = total().messages;
    await run(START + SPAN_MS + 2 * MINUTE, 2);
    await run(START + SPAN_MS + 2 * MINUTE);

    expect([partly, total().messages]).toEqual([0, 2]);
  });
});
