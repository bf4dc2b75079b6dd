import { describe, expect, it } from 'vitest';
import {
  type AttemptLog,
  createDeliver,
  type DeliverPorts,
  type DeliveryContext,
} from '../../../core/delivery/deliver.ts';
import type { DeliveryJob } from '../../../core/delivery/job.ts';
import type { Outcome } from '../../../core/delivery/outcome.ts';
import type { Channel } from '../../../core/directory/channel.ts';
import type { Message } from '../../../core/notification/message.ts';
import { memoryDeliveries } from '../../fakes/deliveries.ts';

const NOW = Date.parse('2026-11-20T10:00:00.000Z');
const SCHEDULE = [5, 30, 1800];

const job: DeliveryJob = {
  organizationId: 'org_1',
  webhookId: 'wh_1',
  messageId: 'msg_01HX0000000000000000000000',
  channelId: 'ch_1',
  attempt: 1,
  retriesUsed: 0,
};

const message: Message = {
  id: job.messageId,
  organizationId: 'org_1',
  webhookId: 'wh_1',
  webhookName: 'CI',
  message: 'disk full',
  tags: [],
  format: 'text',
  receivedAt: new Date(NOW).toISOString(),
  payload: { text: '{}' },
  routing: [],
  notes: [],
  hops: [],
  expiresAt: 0,
};

const channel: Channel = {
  id: 'ch_1',
  organizationId: 'org_1',
  kind: 'webhook',
  name: 'Receiver',
  enabled: true,
  config: {},
  createdAt: '',
  updatedAt: '',
  version: 1,
};

interface Overrides {
  readonly context?: Partial<DeliveryContext>;
  readonly exactly?: DeliveryContext;
  readonly queueRefuses?: boolean;
}

/** A deliverer whose receiver answers `outcomes` in turn, and everything it did. */
function rig(outcomes: Outcome[], overrides: Overrides = {}) {
  const clock = { now: NOW };
  const done = {
    sent: 0,
    queued: [] as { job: DeliveryJob; delaySeconds: number }[],
    deadLetters: [] as DeliveryJob[],
    disabled: [] as string[],
    logged: [] as AttemptLog[],
  };
  const deliveries = memoryDeliveries();
  const ports: DeliverPorts = {
    deliveries,
    context: { read: async () => overrides.exactly ?? { message, channel, linked: true, ...overrides.context } },
    channels: { disable: async (_, reason) => void done.disabled.push(reason) },
    jobs: {
      async enqueue(jobs, delaySeconds) {
        if (overrides.queueRefuses === true) return [...jobs];
        for (const queued of jobs) done.queued.push({ job: queued, delaySeconds });
        return [];
      },
    },
    deadLetters: { send: async (letter) => void done.deadLetters.push(letter) },
    async send() {
      done.sent += 1;
      clock.now += 40;
      return outcomes.shift() ?? { kind: 'delivered', status: 200 };
    },
    log: (line) => done.logged.push(line),
    now: () => clock.now,
    random: () => 0.5,
  };
  const deliver = createDeliver(ports, { schedule: SCHEDULE, leaseMs: 90_000 });
  return { deliver, done, clock, row: async (of = job) => deliveries.read(of), deliveries };
}

const refused: Outcome = { kind: 'retry', status: 503, error: 'the receiver answered 503' };

describe('one attempt', () => {
  it('writes the attempt down and logs it when the receiver takes it', async () => {
    const { deliver, done, row } = rig([{ kind: 'delivered', status: 204 }]);

    await deliver(job);

    expect(await row()).toMatchObject({
      state: 'delivered',
      attempts: [{ at: '2026-11-20T10:00:00.000Z', outcome: 'delivered', status: 204, durationMs: 40 }],
    });
    expect(done.logged).toMatchObject([
      { event: 'delivery.attempted', messageId: job.messageId, outcome: 'delivered' },
    ]);
  });

  it('fails for good without a dead letter when the receiver refuses', async () => {
    const { deliver, done, row } = rig([{ kind: 'failed', status: 404, error: 'the receiver answered 404' }]);

    await deliver(job);

    expect(await row()).toMatchObject({ state: 'failed', attempts: [{ outcome: 'failed', status: 404 }] });
    expect(done.deadLetters).toEqual([]);
    expect(done.queued).toEqual([]);
  });

  it('switches the channel off when the destination is gone', async () => {
    const { deliver, done } = rig([{ kind: 'failed', status: 410, error: 'gone', disableChannel: 'gone for good' }]);

    await deliver(job);

    expect(done.disabled).toEqual(['gone for good']);
  });
});

describe('what is skipped leaves a row that says why', () => {
  const cases: [string, Partial<DeliveryContext>, RegExp][] = [
    ['a disabled channel', { channel: { ...channel, enabled: false } }, /the channel is disabled/],
    ['a channel that was switched off', { channel: { ...channel, enabled: false, disabledReason: 'gone' } }, /gone/],
    ['a channel unlinked meanwhile', { linked: false }, /unlinked/],
  ];
  it.each(cases)('%s', async (_, context, reason) => {
    const { deliver, done, row } = rig([], { context });

    await deliver(job);

    expect(done.sent).toBe(0);
    expect(await row()).toMatchObject({ state: 'skipped', attempts: [{ outcome: 'skipped' }] });
    expect((await row())?.attempts[0]?.error).toMatch(reason);
  });

  it.each([
    ['a deleted channel', { message, linked: true }, /the channel was deleted/],
    ['a message whose lifetime is over', { channel, linked: true }, /lifetime/],
  ])('%s', async (_, context, reason) => {
    const { deliver, done, row } = rig([], { exactly: context });

    await deliver(job);

    expect(done.sent).toBe(0);
    expect((await row())?.attempts[0]?.error).toMatch(reason);
  });
});

describe('retries', () => {
  it('queues the next attempt with the delay of the schedule when the receiver is down', async () => {
    const { deliver, done, row } = rig([refused]);

    await deliver(job);

    expect(done.queued).toEqual([{ job: { ...job, attempt: 2, retriesUsed: 1 }, delaySeconds: 5 }]);
    expect(await row()).toMatchObject({ state: 'retrying', retriesUsed: 1, nextAttemptAt: '2026-11-20T10:00:05.040Z' });
  });

  it('uses up no retry when the receiver asks for a wait', async () => {
    const { deliver, done } = rig([{ kind: 'retry', status: 429, error: 'busy', retryAfterSeconds: 60 }]);

    await deliver(job);

    expect(done.queued).toEqual([{ job: { ...job, attempt: 2, retriesUsed: 0 }, delaySeconds: 60 }]);
  });

  it('gives up a receiver that asks for more time a day after the end of the schedule', async () => {
    const { deliver, done, clock, row } = rig([{ kind: 'retry', error: 'busy', retryAfterSeconds: 3600 }]);
    clock.now = NOW + 24 * 3600 * 1000;

    await deliver(job);

    expect(done.deadLetters).toEqual([job]);
    expect(await row()).toMatchObject({ state: 'failed' });
  });

  it('parks a wait that is longer than a queue can hold', async () => {
    const { deliver, done, row } = rig([refused]);
    const third = { ...job, attempt: 3, retriesUsed: 2 };

    await deliver(third);

    expect(done.queued).toEqual([]);
    expect(await row()).toMatchObject({ state: 'retrying', dueAt: '2026-11-20T10:30:00.040Z' });
  });

  it('parks the next attempt when the queue does not take it', async () => {
    const { deliver, row } = rig([refused], { queueRefuses: true });

    await deliver(job);

    expect(await row()).toMatchObject({ state: 'retrying', dueAt: '2026-11-20T10:00:05.040Z' });
  });

  it('sends the job to the dead-letter queue and says failed when the retries are used up', async () => {
    const { deliver, done, row } = rig([refused]);
    const last = { ...job, attempt: 4, retriesUsed: 3 };

    await deliver(last);

    expect(done.deadLetters).toEqual([last]);
    expect(await row()).toMatchObject({ state: 'failed', attempts: [{ outcome: 'failed', status: 503 }] });
    expect((await row())?.attempts[0]?.error).toBe('the receiver answered 503; all retries are used up');
  });
});

describe('copies of a job', () => {
  it('delivers once when the same job comes twice', async () => {
    const { deliver, done } = rig([]);

    await deliver(job);
    await deliver(job);

    expect(done.sent).toBe(1);
  });

  it('goes back to the queue until the lease is over when another copy is at work', async () => {
    const { deliver, done, deliveries } = rig([]);
    await deliveries.claim(job, { now: NOW - 30_000, leaseMs: 90_000 });

    await deliver(job);

    expect(done.sent).toBe(0);
    expect(done.queued).toEqual([{ job, delaySeconds: 60 }]);
  });

  it('is tried again when the copy that held it died', async () => {
    const { deliver, done, deliveries } = rig([]);
    await deliveries.claim(job, { now: NOW - 100_000, leaseMs: 90_000 });

    await deliver(job);

    expect(done.sent).toBe(1);
  });

  it('drops a late copy of an earlier attempt', async () => {
    const { deliver, done } = rig([refused, refused]);
    await deliver(job);
    await deliver({ ...job, attempt: 2, retriesUsed: 1 });

    await deliver(job);

    expect(done.sent).toBe(2);
  });

  it('throws when the queue does not take back a job that another copy holds', async () => {
    const { deliver, deliveries } = rig([], { queueRefuses: true });
    await deliveries.claim(job, { now: NOW, leaseMs: 90_000 });

    await expect(deliver(job)).rejects.toThrow(/another copy/);
  });
});
