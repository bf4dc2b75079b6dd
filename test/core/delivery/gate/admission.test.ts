import { describe, expect, it } from 'vitest';
import type { Outcome } from '../../../../core/channels/outcome.ts';
import type { DeliveryLog } from '../../../../core/delivery/delivery-ports.ts';
import { channel, job, message, NOW, type Overrides, rig, SCHEDULE } from '../rig.ts';

const down: Outcome = { kind: 'retry', status: 503, error: 'the receiver answered 503' };
const unreachable: Outcome = { kind: 'retry', error: 'no connection' };
const delivered: Outcome = { kind: 'delivered', status: 200 };
const refused: Outcome = { kind: 'failed', status: 404, error: 'the receiver answered 404' };

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;

let serial = 0;
/** A first attempt of another message. */
function another() {
  serial += 1;
  return { ...job, messageId: `msg_01HX000000000000000000${String(serial).padStart(4, '0')}` };
}

/** A channel whose breaker is open, as of five outages. */
async function opened(then: Outcome[], overrides: Overrides = {}) {
  const it = rig([...Array.from({ length: 5 }, () => unreachable), ...then], overrides);
  for (let count = 0; count < 5; count += 1) await it.deliver(another());
  it.done.queued.length = 0;
  it.done.sent = 0;
  return it;
}

const named = (logged: DeliveryLog[], event: DeliveryLog['event']) => logged.filter((line) => line.event === event);

describe('the breaker of a channel', () => {
  it('opens after five outages in a row and parks what comes, without using up an attempt', async () => {
    const { deliver, done, row, clock } = await opened([]);

    await deliver(job);

    expect(done.sent).toBe(0);
    expect(named(done.logged, 'breaker.opened')).toHaveLength(1);
    const dueAt = new Date(clock.now + 45 * SECOND).toISOString();
    expect(await row()).toMatchObject({ state: 'queued', attempt: 0, attempts: [], dueAt });
  });

  it('stays closed while answers other than 5xx come in between', async () => {
    const { deliver, done } = rig([down, down, down, down, refused, down, down, down, down, delivered]);

    for (let count = 0; count < 10; count += 1) await deliver(another());

    expect(done.sent).toBe(10);
  });

  it('stays closed when outages are more than a minute apart', async () => {
    const { deliver, done, clock } = rig(Array.from({ length: 8 }, () => down));

    for (let count = 0; count < 8; count += 1) {
      await deliver(another());
      clock.now += 61 * SECOND;
    }

    expect(done.sent).toBe(8);
  });

  it('closes when the probe succeeds', async () => {
    const { deliver, done, clock, health } = await opened([delivered]);
    clock.now += 31 * SECOND;

    await deliver(job);
    expect(await health.read('ch_1')).toBeUndefined();

    await deliver(another());
    expect(done.sent).toBe(2);
  });

  it('closes when the probe is refused: whoever refuses is there', async () => {
    const { deliver, done, clock } = await opened([refused]);
    clock.now += 31 * SECOND;

    await deliver(job);
    await deliver(another());

    expect(done.sent).toBe(2);
  });

  it('opens for twice as long when the probe fails', async () => {
    const { deliver, health, clock } = await opened([down]);
    clock.now += 31 * SECOND;

    await deliver(job);

    expect(await health.read('ch_1')).toMatchObject({ openMs: 60 * SECOND, openUntil: clock.now + 60 * SECOND });
  });

  it('opens for half an hour at most', async () => {
    const { deliver, health, clock } = await opened(Array.from({ length: 10 }, () => down));

    for (let count = 0; count < 10; count += 1) {
      clock.now = (await health.read('ch_1'))?.openUntil ?? 0;
      await deliver(another());
    }

    expect(await health.read('ch_1')).toMatchObject({ openMs: 30 * MINUTE });
  });

  it('lets one probe through at a time, and the next one when that crashed', async () => {
    const { deliver, done, clock, health } = await opened([]);
    clock.now += 31 * SECOND;
    const { openUntil } = (await health.read('ch_1'))!;
    await health.open('ch_1', { seen: openUntil, openUntil: clock.now + MINUTE, openMs: 30 * SECOND });

    await deliver(another());
    expect(done.sent).toBe(0);

    clock.now += MINUTE;
    await deliver(another());
    expect(done.sent).toBe(1);
  });

  it('parks who loses the race for the probe, and gives its place back', async () => {
    const stale = { openUntil: NOW - 1, openMs: 30 * SECOND, outages: 5 };
    const { deliver, done, row } = rig([], { context: { health: stale } });

    await deliver(job);

    expect(done).toMatchObject({ sent: 0, left: 1 });
    expect(await row()).toMatchObject({ dueAt: new Date(NOW + MINUTE + 15 * SECOND).toISOString() });
  });

  it('lets an old delivery wait for up to a quarter of its age beyond the next probe', async () => {
    const receivedAt = new Date(NOW - 8 * 60 * MINUTE).toISOString();
    const open = { openUntil: NOW + MINUTE, openMs: 30 * SECOND, outages: 5 };
    const { deliver, row } = rig([], { context: { health: open, message: { ...message, receivedAt } } });

    await deliver(job);

    expect(await row()).toMatchObject({ dueAt: new Date(NOW + MINUTE + 60 * MINUTE).toISOString() });
  });

  it('gives a delivery up a day after the end of the schedule, so that it can be redriven', async () => {
    const seconds = SCHEDULE.reduce((sum, wait) => sum + wait, 24 * 3600);
    const receivedAt = new Date(NOW - seconds * SECOND).toISOString();
    const open = { openUntil: NOW + MINUTE, openMs: 30 * SECOND, outages: 5 };
    const { deliver, done, row } = rig([], { context: { health: open, message: { ...message, receivedAt } } });

    await deliver(job);

    expect(done.sent).toBe(0);
    expect(done.deadLetters).toHaveLength(1);
    expect(await row()).toMatchObject({
      state: 'failed',
      attempts: [{ error: expect.stringContaining('stayed down') }],
    });
  });

  it('does not stop a delivery to a channel that is off from being skipped', async () => {
    const open = { openUntil: NOW + MINUTE, openMs: 30 * SECOND };
    const { deliver, row } = rig([], { context: { health: open, channel: { ...channel, enabled: false } } });

    await deliver(job);

    expect(await row()).toMatchObject({ state: 'skipped' });
  });
});

describe('an attempt that is put off', () => {
  const open = { openUntil: NOW + MINUTE, openMs: 30 * SECOND };

  it('is dropped when its delivery is over', async () => {
    const { deliver, done, row } = await opened([]);
    const { deliver: before } = rig([]);
    await before(job);
    const { deliver: late, deliveries } = rig([], { context: { health: open } });
    const claim = await deliveries.claim(job, { now: NOW, leaseMs: 90_000 });
    await deliveries.finish(job, claim.kind === 'claimed' ? claim.leaseUntil : 0, {
      state: 'delivered',
      attempt: { at: '', outcome: 'delivered', durationMs: 1 },
    });

    await late(job);

    expect(await deliveries.read(job)).toMatchObject({ state: 'delivered' });
    expect([deliver, done.sent, await row()]).toMatchObject([deliver, 0, undefined]);
  });

  it('waits for the copy that is at work', async () => {
    const { deliver, done, deliveries } = rig([], { context: { health: open } });
    await deliveries.claim(job, { now: NOW, leaseMs: 90_000 });

    await deliver(job);

    expect(done.queued).toEqual([{ job, delaySeconds: 90 }]);
  });
});

describe('the pace of a destination', () => {
  const slow = { slowMs: 10 * SECOND };

  it('lets a burst of four through to a slow destination, and queues the rest with turns of their own', async () => {
    const { deliver, done } = rig([], { context: { health: slow }, takesMs: 0 });

    for (let count = 0; count < 6; count += 1) await deliver(another());

    expect(done.sent).toBe(4);
    expect(done.queued).toMatchObject([
      { job: { attempt: 1, slotAt: NOW + 2500 }, delaySeconds: 2.5 },
      { job: { attempt: 1, slotAt: NOW + 5000 }, delaySeconds: 5 },
    ]);
  });

  it('asks for no second turn when the job comes back with one', async () => {
    const { deliver, done, clock } = rig([], { context: { health: slow }, takesMs: 0 });
    for (let count = 0; count < 5; count += 1) await deliver(another());
    clock.now += 2500;

    await deliver(done.queued[0]!.job);

    expect(done.sent).toBe(5);
  });

  it('parks what has its turn later than a queue can hold, with the turn', async () => {
    const crowd = { takeTurn: async () => NOW + 2000 * SECOND };
    const { deliver, row } = rig([], { context: { health: slow }, ports: { paces: crowd } });

    await deliver(job);

    const slotAt = NOW + 2000 * SECOND - 7500;
    expect(await row()).toMatchObject({ state: 'queued', slotAt, dueAt: new Date(slotAt).toISOString() });
  });

  it('parks what the queue does not take', async () => {
    const crowd = { takeTurn: async () => NOW + 60 * SECOND };
    const { deliver, row } = rig([], { context: { health: slow }, ports: { paces: crowd }, queueRefuses: true });

    await deliver(job);

    expect(await row()).toMatchObject({ dueAt: new Date(NOW + 52_500).toISOString() });
  });

  it('keeps its turn while the breaker is open', async () => {
    const open = { openUntil: NOW + MINUTE, openMs: 30 * SECOND };
    const { deliver, row } = rig([], { context: { health: open } });

    await deliver({ ...job, slotAt: NOW - 1 });

    expect(await row()).toMatchObject({ slotAt: NOW - 1 });
  });
});

describe('the lane of slow destinations', () => {
  const slow = { slowMs: 10 * SECOND };

  it('takes over what is for a slow destination, without using up an attempt or a turn', async () => {
    const { deliver, done, row } = rig([], { context: { health: slow }, hasSlowLane: true });

    await deliver({ ...job, slotAt: NOW + 5 });

    expect(done.queued).toEqual([{ job: { ...job, slotAt: NOW + 5, lane: 'slow' }, delaySeconds: 0 }]);
    expect(done.sent).toBe(0);
    expect(await row()).toBeUndefined();
  });

  it('delivers what came by it', async () => {
    const { deliver, done } = rig([delivered], { context: { health: slow }, hasSlowLane: true });

    await deliver({ ...job, lane: 'slow' });

    expect(done.sent).toBe(1);
    expect(done.queued).toEqual([]);
  });

  it('keeps what waits there for its turn', async () => {
    const crowd = { takeTurn: async () => NOW + 60 * SECOND };
    const { deliver, done } = rig([], { context: { health: slow }, ports: { paces: crowd }, hasSlowLane: true });

    await deliver({ ...job, lane: 'slow' });

    expect(done.queued).toMatchObject([{ job: { lane: 'slow', slotAt: NOW + 52_500 } }]);
  });

  it('is not for the next attempt, which asks anew', async () => {
    const { deliver, done } = rig([unreachable], { context: { health: slow }, hasSlowLane: true });

    await deliver({ ...job, lane: 'slow' });

    expect(done.queued[0]!.job).toEqual({ ...job, attempt: 2, retriesUsed: 1 });
  });

  it('gives nothing up when its queue fails: the job comes back', async () => {
    const { deliver } = rig([], { context: { health: slow }, queueRefuses: true, hasSlowLane: true });

    await expect(deliver(job)).rejects.toThrow('did not take a job');
  });

  it('is known of two seconds into the first request that hangs, long before that ends', async () => {
    let during: unknown;
    const later: (() => Promise<void>)[] = [];
    const { deliver, health } = rig([], {
      hasSlowLane: true,
      ports: {
        after(ms, work) {
          expect(ms).toBe(2 * SECOND);
          later.push(work);
          return async () => {};
        },
        async send() {
          await later[0]!();
          during = await health.read('ch_1');
          return unreachable;
        },
      },
    });

    await deliver(job);

    expect(during).toEqual({ slowMs: 2 * SECOND });
    expect(await health.read('ch_1')).toMatchObject({ slowMs: 2 * SECOND, outages: 1 });
  });

  it('forgets a destination that is quick again', async () => {
    const { deliver, health } = rig([delivered], { hasSlowLane: true });
    await health.markSlow('ch_1', { now: NOW, slowMs: 3000 });

    await deliver({ ...job, lane: 'slow' });

    expect(await health.read('ch_1')).toBeUndefined();
  });

  it('is no matter of life and death: a mark that cannot be written costs no delivery', async () => {
    const suspectSlow = async () => Promise.reject(new Error('throttled'));
    const { health } = rig([]);
    const { deliver, done, row } = rig([delivered], {
      hasSlowLane: true,
      takesMs: 3000,
      ports: { health: { ...health, suspectSlow } },
    });

    await deliver(job);

    expect(await row()).toMatchObject({ state: 'delivered' });
    expect(named(done.logged, 'health.unrecorded')).toMatchObject([{ channelId: 'ch_1', error: 'Error: throttled' }]);
  });
});

describe('a host with its fill of requests', () => {
  it('is left alone for two to four seconds, without using up an attempt', async () => {
    const { deliver, done, row } = rig([], { hostIsFull: true });

    await deliver({ ...job, slotAt: NOW });

    expect(done.queued).toEqual([{ job: { ...job, slotAt: NOW }, delaySeconds: 3 }]);
    expect(await row()).toBeUndefined();
  });

  it('gets its place back after a request, even when the infrastructure fails', async () => {
    const { deliver, done } = rig([], { ports: { send: async () => Promise.reject(new Error('S3 is down')) } });

    await expect(deliver(job)).rejects.toThrow('S3 is down');

    expect(done.left).toBe(1);
  });
});

describe('the health of a channel', () => {
  it('is not written when all is well', async () => {
    const calls: string[] = [];
    const note = async (name: string) => void calls.push(name);
    const health = {
      clear: async () => note('clear'),
      markSlow: async () => note('markSlow'),
      suspectSlow: async () => note('suspectSlow'),
      fail: async () => Promise.reject(new Error('not called')),
      open: async () => Promise.reject(new Error('not called')),
    };
    const { deliver } = rig([delivered], { ports: { health } });

    await deliver(job);

    expect(calls).toEqual([]);
  });

  it('notes a destination that takes two seconds or more, until it is quick again', async () => {
    const slow = rig([delivered], { takesMs: 2000 });
    await slow.deliver(job);
    expect(await slow.health.read('ch_1')).toEqual({ slowMs: 2000 });

    const quick = rig([delivered], { takesMs: 1999 });
    await quick.health.markSlow('ch_1', { now: NOW, slowMs: 5000 });
    await quick.deliver(job);
    expect(await quick.health.read('ch_1')).toBeUndefined();
  });

  it('forgets failures with the first success', async () => {
    const { deliver, health } = rig([refused, delivered]);
    await deliver(another());
    expect(await health.read('ch_1')).toMatchObject({ failingSince: NOW + 40, outages: 0 });

    await deliver(another());

    expect(await health.read('ch_1')).toBeUndefined();
  });

  it('never costs a delivery its outcome', async () => {
    const fail = async () => Promise.reject(new Error('throttled'));
    const { health } = rig([]);
    const { deliver, done, row } = rig([refused], { ports: { health: { ...health, fail } } });

    await deliver(job);

    expect(await row()).toMatchObject({ state: 'failed' });
    expect(named(done.logged, 'health.unrecorded')).toMatchObject([{ channelId: 'ch_1', error: 'Error: throttled' }]);
  });
});

describe('a channel with nothing but failures', () => {
  async function failingFor(ms: number, outcome: Outcome, attempt = job) {
    const it = rig([refused, outcome]);
    await it.deliver(another());
    it.clock.now += ms;
    await it.deliver(attempt);
    return it;
  }

  it('is switched off when a delivery fails for good after five days', async () => {
    const { done, health } = await failingFor(5 * DAY, refused);

    expect(done.disabled).toEqual(['nothing but failures for 5 days; the last one: the receiver answered 404']);
    expect(await health.read('ch_1')).toBeUndefined();
  });

  it('stays on a moment before', async () => {
    const { done } = await failingFor(5 * DAY - 1000, refused);

    expect(done.disabled).toEqual([]);
  });

  it('stays on while the delivery that failed is still retried', async () => {
    const { done } = await failingFor(6 * DAY, down);

    expect(done.disabled).toEqual([]);
  });

  it('is switched off too when a delivery is given up at an open breaker', async () => {
    const receivedAt = new Date(NOW - 3 * DAY).toISOString();
    const health = { failingSince: NOW - 6 * DAY, openUntil: NOW + MINUTE, openMs: MINUTE, outages: 9 };
    const { deliver, done } = rig([], { context: { health, message: { ...message, receivedAt } } });

    await deliver(job);

    expect(done.disabled).toEqual([expect.stringMatching(/^nothing but failures for 6 days/)]);
  });

  it('is not switched off by a delivery that is given up without any known failure', async () => {
    const receivedAt = new Date(NOW - 3 * DAY).toISOString();
    const health = { openUntil: NOW + MINUTE, openMs: MINUTE };
    const { deliver, done } = rig([], { context: { health, message: { ...message, receivedAt } } });

    await deliver(job);

    expect(done.disabled).toEqual([]);
  });

  it('is forgotten when the destination says that it is gone, as the channel is switched off already', async () => {
    const gone: Outcome = { kind: 'failed', status: 410, error: 'gone', disableChannel: 'gone' };
    const { done, health } = await failingFor(0, gone);

    expect(done.disabled).toEqual(['gone']);
    expect(await health.read('ch_1')).toBeUndefined();
  });
});
