import { describe, expect, it } from 'vitest';
import type { Alert } from '../../../core/alert/alert.ts';
import type { AlertView } from '../../../core/channels/alert-view.ts';
import type { Outcome } from '../../../core/channels/outcome.ts';
import type { DeliverPorts, DeliveryContext, EffectPorts, RowPorts } from '../../../core/delivery/delivery-ports.ts';
import type { Message } from '../../../core/delivery/message.ts';
import { outgoingMessage } from '../../../core/delivery/outgoing.ts';
import type { Channel } from '../../../core/directory/channel.ts';
import { memoryAlertHeads, memoryPosts } from '../../fakes/alerts.ts';
import { memoryDeliveries } from '../../fakes/deliveries.ts';
import { channel, job, message, NOW, rig } from './rig.ts';

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

  it('keeps for operators what the receiver said and what was ignored, and logs neither', async () => {
    const response = { status: 500, contentType: 'text/plain', body: 'database is on fire' };
    const notes = ['title template failed'];
    const { deliver, done, row } = rig([{ kind: 'retry', status: 500, error: 'answered 500', response, notes }]);

    await deliver(job);

    const answered = { at: '2026-11-20T10:00:00.000Z', ...response };
    expect(await row()).toMatchObject({ firstResponse: answered, lastResponse: answered, notes });
    expect(JSON.stringify(done.logged)).not.toMatch(/fire|template/);
  });

  it('switches the channel off when the destination is gone', async () => {
    const { deliver, done } = rig([{ kind: 'failed', status: 410, error: 'gone', disableChannel: 'gone for good' }]);

    await deliver(job);

    expect(done.disabled).toEqual(['gone for good']);
  });
});

describe('what is sent', () => {
  const outgoingPort = (read: () => void): DeliverPorts['outgoing'] => ({
    async read(stored) {
      read();
      return outgoingMessage(stored, { get: async () => '{}' });
    },
  });

  it('is read once the attempt is claimed, so that it is what holds then', async () => {
    const states: unknown[] = [];
    const deliveries = memoryDeliveries();
    const claim: RowPorts['deliveries']['claim'] = async (claimed, lease) => {
      states.push('claims');
      return deliveries.claim(claimed, lease);
    };
    const outgoing = outgoingPort(() => states.push('reads'));
    const { deliver, done } = rig([], { ports: { deliveries: { ...deliveries, claim }, outgoing } });

    await deliver(job);

    expect(states).toEqual(['claims', 'reads']);
    expect(done.sent).toBe(1);
  });

  it('is not read for an attempt that the gate puts off, nor for the copy of one that is over', async () => {
    let reads = 0;
    const outgoing = outgoingPort(() => (reads += 1));
    const { deliver } = rig([], { ports: { outgoing } });
    const full = rig([], { ports: { outgoing }, hostIsFull: true });

    await deliver(job);
    await deliver(job);
    await full.deliver(job);

    expect(reads).toBe(1);
  });
});

describe('a channel that is told of an alert', () => {
  const mark = { id: 'al_1', key: 'disk', status: 'firing', episode: 1, count: 1 } as const;
  const alert: Alert = {
    ...mark,
    organizationId: message.organizationId,
    webhookId: message.webhookId,
    webhookName: message.webhookName,
    status: 'resolved',
    count: 3,
    firstAt: NOW - 60_000,
    lastAt: NOW,
    newestAt: NOW,
    messageId: message.id,
    maxPriority: 0,
    turn: 2,
    sequence: 2,
    followers: ['discord ch_1'],
    hops: [],
    resolved: { at: NOW, by: { type: 'user', name: 'Anna' }, messageId: message.id },
  };
  const told: Message = { ...message, alert: { ...mark, status: 'resolved', said: 'resolved', turn: 2 } };
  const discord: Channel = { ...channel, kind: 'discord' };

  /** What is sent with a message on its way to a channel. */
  async function sentWith(context: Partial<DeliveryContext>) {
    const heads = memoryAlertHeads();
    heads.put(alert);
    const sent: (AlertView | undefined)[] = [];
    const send: EffectPorts['send'] = async (_, __, options) => {
      sent.push(options?.alert);
      return { kind: 'delivered', status: 200 };
    };
    await rig([], { context, ports: { posts: memoryPosts(heads), send } }).deliver(job);
    return sent;
  }

  it('is shown how it stands now', async () => {
    expect(await sentWith({ message: told, channel: discord })).toEqual([alert]);
  });

  it('gets a message for itself where it gets every one, or where there is none', async () => {
    expect(await sentWith({ message: told, channel: { ...discord, updates: 'each' } })).toEqual([undefined]);
    expect(await sentWith({ message, channel: discord })).toEqual([undefined]);
  });
});

describe('a channel with several recipients', () => {
  it('tells the next attempt which of them are settled', async () => {
    const settled = { abc: '' };
    const given: unknown[] = [];
    const send: EffectPorts['send'] = async (_, __, progress) => {
      given.push(progress?.settled);
      return { kind: 'retry', error: 'busy', settled };
    };
    const { deliver } = rig([], { ports: { send } });

    await deliver(job);
    await deliver({ ...job, attempt: 2, retriesUsed: 1 });

    expect(given).toEqual([{}, settled]);
  });

  it.each([
    [{ gone: ['first'] }, { gone: ['first'], reached: [] }],
    [{ reached: ['second'] }, { gone: [], reached: ['second'] }],
  ])('notes those that took it and those that are gone: %j', async (told, expected) => {
    const noted: unknown[] = [];
    const noteRecipients: EffectPorts['noteRecipients'] = async ({ id }, recipients) => {
      noted.push({ id, ...recipients });
    };
    const { deliver, row } = rig([{ kind: 'delivered', status: 201, ...told }], { ports: { noteRecipients } });

    await deliver(job);

    expect(noted).toEqual([{ id: 'ch_1', ...expected }]);
    expect(await row()).toMatchObject({ state: 'delivered' });
  });

  it('is delivered all the same when nothing can be noted', async () => {
    const noteRecipients = async () => Promise.reject(new Error('throttled'));
    const { deliver, done, row } = rig([{ kind: 'delivered', gone: ['first'] }], { ports: { noteRecipients } });

    await deliver(job);

    expect(await row()).toMatchObject({ state: 'delivered' });
    expect(done.logged).toMatchObject([{ event: 'recipients.unrecorded', error: 'Error: throttled' }, {}]);
  });

  it('is well when some of them took it, whatever becomes of the others', async () => {
    const partly = { kind: 'retry', error: 'no answer within 4000 ms', taken: 'now' } as const;
    const rest = { ...partly, taken: 'before' } as const;
    const { deliver, health } = rig([refused, rest, partly]);

    await deliver(job);
    await deliver({ ...job, attempt: 2 });
    const between = await health.read('ch_1');
    await deliver({ ...job, attempt: 3 });

    expect(between).toMatchObject({ outages: 1 });
    expect(await health.read('ch_1')).toBeUndefined();
  });

  it('is delivered all the same where nothing can be noted', async () => {
    const { deliver, row } = rig([{ kind: 'delivered', status: 201, gone: ['first'] }]);

    await deliver(job);

    expect(await row()).toMatchObject({ state: 'delivered', attempts: [{ outcome: 'delivered', status: 201 }] });
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

    expect(done.deadLetters).toEqual([{ ...job, attempt: 2, retriesUsed: 0, redrive: true }]);
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

    expect(done.deadLetters).toEqual([{ ...job, attempt: 5, retriesUsed: 0, redrive: true }]);
    expect(await row()).toMatchObject({ state: 'failed', attempts: [{ outcome: 'failed', status: 503 }] });
    expect((await row())?.attempts[0]?.error).toBe('the receiver answered 503; all retries are used up');
  });
});

describe('a schedule of the channel', () => {
  it("is used instead of the router's own", async () => {
    const { deliver, done } = rig([refused], { context: { channel: { ...channel, retrySchedule: [77] } } });

    await deliver(job);

    expect(done.queued).toMatchObject([{ delaySeconds: 77 }]);
  });

  it('ends the retries where it ends', async () => {
    const { deliver, row } = rig([refused], { context: { channel: { ...channel, retrySchedule: [77] } } });

    await deliver({ ...job, attempt: 2, retriesUsed: 1 });

    expect(await row()).toMatchObject({ state: 'failed' });
  });
});

describe('a job that is given up', () => {
  it('goes to the dead-letter queue, and its row says failed and why', async () => {
    const { giveUp, done, row } = rig([]);

    await giveUp(job, 'the deliverer crashed on it 4 times');

    expect(done.sent).toBe(0);
    expect(done.deadLetters).toEqual([{ ...job, attempt: 2, redrive: true }]);
    expect(await row()).toMatchObject({
      state: 'failed',
      attempts: [{ outcome: 'failed', error: 'the deliverer crashed on it 4 times' }],
    });
  });

  it('leaves alone what was delivered meanwhile', async () => {
    const { deliver, giveUp, done, row } = rig([]);
    await deliver(job);

    await giveUp(job, 'crashed');

    expect(done.deadLetters).toEqual([]);
    expect(await row()).toMatchObject({ state: 'delivered' });
  });
});

describe('a job that comes back from the dead-letter queue', () => {
  async function failed() {
    const it = rig([refused]);
    await it.deliver({ ...job, attempt: 4, retriesUsed: 3 });
    return { ...it, letter: it.done.deadLetters[0]! };
  }

  it('delivers what had failed', async () => {
    const { deliver, letter, row } = await failed();

    await deliver(letter);

    expect(await row()).toMatchObject({ state: 'delivered', attempt: 5, attempts: [{ outcome: 'failed' }, {}] });
  });

  it('delivers once when it comes twice', async () => {
    const { deliver, letter, done } = await failed();

    await deliver(letter);
    await deliver(letter);

    expect(done.sent).toBe(2);
  });

  it('is dropped when the delivery was made otherwise meanwhile', async () => {
    const { deliver, letter, done, deliveries } = await failed();
    await deliveries.reopen({ ...job, attempt: 5 }, { now: NOW, dueAt: NOW });
    await deliver({ ...job, attempt: 5 });

    await deliver(letter);

    expect(done.sent).toBe(2);
  });

  it('is set aside again with the next number when its own retries are used up too', async () => {
    const { deliver, done } = rig([refused]);
    const letter = { ...job, attempt: 5, redrive: true };

    await deliver({ ...letter, retriesUsed: 3 });

    expect(done.deadLetters).toEqual([{ ...letter, attempt: 6 }]);
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
