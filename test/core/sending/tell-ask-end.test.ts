import { describe, expect, it } from 'vitest';
import { answerAsk, cancelAsk } from '../../../core/ask/end-ask.ts';
import type { TaskEnd, TaskOutcome } from '../../../core/ask/task-end.ts';
import { announceAsks } from '../../../core/delivery/ask-timers.ts';
import type { DeliveryJob } from '../../../core/delivery/job.ts';
import { liveEventsOf } from '../../../core/delivery/live-events.ts';
import type { Message } from '../../../core/delivery/message.ts';
import { tellAskEnd, type TellAskEndPorts } from '../../../core/sending/tell-ask-end.ts';
import type { Webhook } from '../../../core/directory/webhook.ts';
import { ulidTime } from '../../../core/message/ulid.ts';
import { anAsk, askRig, CHANNEL, NOW } from '../../fakes/asks.ts';

const yes = { option: 'yes', by: { type: 'user', id: 'usr_1', name: 'ann@example.com' }, channelId: null } as const;

const webhook: Webhook = {
  id: 'wh_1',
  organizationId: 'org_1',
  publicId: 'abcdefghijklmnopqrstu',
  name: 'CI',
  enabled: true,
  requireApiKey: true,
  links: [
    { channelId: CHANNEL, kind: 'email', enabled: true, filter: null, answers: true },
    { channelId: 'ch_hook', kind: 'webhook', enabled: true, filter: null },
    { channelId: 'ch_no', kind: 'sqs', enabled: true, filter: { tags: { any: ['answer:no'] } } },
    { channelId: 'ch_live', kind: 'live-stream', enabled: true, filter: { tags: { any: ['answer:yes'] } } },
    { channelId: 'ch_other', kind: 'slack', enabled: true, filter: null },
  ],
  createdAt: '',
  updatedAt: '',
  version: 1,
};

function rig(ask = anAsk(), { known = true, linked }: { known?: boolean; linked?: Webhook | null } = {}) {
  const base = askRig([ask]);
  const stored: Message[] = [];
  const queued: DeliveryJob[] = [];
  const failing = { queue: false, tasks: false };
  const ends: [token: string, end: TaskEnd][] = [];
  const outcomes: TaskOutcome[] = [];
  const ports: TellAskEndPorts = {
    ...base.ports,
    timers: base.store,
    webhooks: { readWebhook: async () => (linked === null ? undefined : (linked ?? webhook)) },
    messages: { has: async () => known },
    outbox: { store: async (message) => void stored.push(message) },
    jobs: {
      async enqueue(jobs) {
        if (failing.queue) throw new Error('SQS is away');
        queued.push(...jobs);
        return [];
      },
    },
    tasks: {
      async complete(taskToken, end) {
        if (failing.tasks) throw new Error('Step Functions is away');
        ends.push([taskToken, end]);
        return ends.length > 1 ? { kind: 'refused', reason: 'TaskTimedOut' } : { kind: 'completed' };
      },
      told: (_, outcome) => void outcomes.push(outcome),
    },
  };
  return { ...base, ports, stored, queued, failing, ends, outcomes, tell: async () => tellAskEnd(ports, ask.id) };
}

describe('the end of an ask', () => {
  it('is a notification: machines get the answer by their filters, and who showed the ask hears of it', async () => {
    const ask = anAsk({ hops: ['a'], originId: 'msg_0' });
    const { ports, stored, queued, tell, store } = rig(ask);
    await answerAsk(ports, ask, yes);

    await tell();

    expect(stored).toHaveLength(1);
    expect(stored[0]).toMatchObject({
      organizationId: 'org_1',
      webhookId: 'wh_1',
      content: { title: 'Deploy?', message: 'Approve: chosen by ann@example.com', tags: ['answer', 'answer:yes'] },
      askId: ask.id,
      origin: 'system',
      hops: ['a'],
      originId: 'msg_0',
      receivedAt: '2026-11-20T10:00:00.000Z',
    });
    const payload = stored[0]?.payload;
    expect(payload !== undefined && 'text' in payload ? JSON.parse(payload.text) : undefined).toEqual({
      title: 'Deploy?',
      message: 'Approve: chosen by ann@example.com',
      tags: ['answer', 'answer:yes'],
      ask: { id: ask.id, messageId: ask.messageId },
      answer: { ...yes, at: '2026-11-20T10:00:00.000Z' },
    });
    expect(stored[0]?.routing.map(({ channelId, matched }) => [channelId, matched])).toEqual([
      ['ch_hook', true],
      ['ch_no', false],
      ['ch_live', true],
      [CHANNEL, true],
    ]);
    expect(queued.map(({ channelId }) => channelId)).toEqual(['ch_hook', CHANNEL]);
    expect(stored.flatMap(liveEventsOf).map(({ channelId }) => channelId)).toEqual(['ch_live']);
    expect((await store.read(ask.id))?.dueAt).toBeUndefined();
  });

  it('is told once, by the same message however often it is tried', async () => {
    const { ports, stored, queued, tell, failing, store } = rig();
    await answerAsk(ports, anAsk(), yes);

    failing.queue = true;
    await expect(tell()).rejects.toThrow('away');
    failing.queue = false;
    const stillDue = (await store.read(anAsk().id))?.dueAt;
    await tell();
    await tell();

    expect(stillDue).toBe(NOW);
    expect(new Set(stored.map(({ id }) => id)).size).toBe(1);
    expect(stored[0]?.id).toMatch(new RegExp(`^msg_${ulidTime(NOW)}[0-9A-HJKMNP-TV-Z]{16}$`));
    expect(queued).toHaveLength(2);
  });

  it('without an answer is told only where people saw the ask', async () => {
    const { ports, stored, tell } = rig();
    await cancelAsk(ports, anAsk());

    await tell();

    expect(stored[0]).toMatchObject({
      content: { message: 'Cancelled by the sender', tags: [] },
      payload: { text: expect.stringContaining('"status":"cancelled"') },
      routing: [{ channelId: CHANNEL, matched: true, reason: 'showed the ask' }],
    });
  });

  it('comes by time, with the option that was meant for it', async () => {
    const ask = anAsk({ onExpiry: 'no', content: { message: 'Deploy?', tags: [] } });
    const { clock, stored, tell } = rig(ask);
    await tell();
    expect(stored).toEqual([]);

    clock.now = ask.endsAt;
    await tell();

    expect(stored[0]).toMatchObject({
      content: { title: 'Deploy?', message: 'Reject: nobody answered in time', tags: ['answer', 'answer:no'] },
      routing: [{ matched: true }, { channelId: 'ch_no', matched: true }, { matched: false }, { matched: true }],
    });
  });

  it('in words alone has no option in its tags', async () => {
    const ask = anAsk({ text: true });
    const { ports, stored, tell } = rig(ask);
    await answerAsk(ports, ask, { ...yes, option: null, text: 'later' });

    await tell();

    expect(stored[0]?.content).toMatchObject({ message: 'later: chosen by ann@example.com', tags: ['answer'] });
  });

  it('reaches everybody who saw the ask when its webhook is gone, and nobody who is unlinked or off', async () => {
    const gone = rig(anAsk(), { linked: null });
    const off = rig(anAsk(), {
      linked: { ...webhook, links: webhook.links.slice(0, 1).map((link) => ({ ...link, enabled: false })) },
    });
    for (const { ports, tell } of [gone, off]) {
      await cancelAsk(ports, anAsk());
      await tell();
    }

    expect(gone.stored[0]?.routing).toMatchObject([{ channelId: CHANNEL, matched: true }]);
    expect(off.stored).toEqual([]);
    expect((await off.store.read(anAsk().id))?.dueAt).toBeUndefined();
  });

  it('of an ask that was never acknowledged is told to nobody', async () => {
    const { ports, stored, tell, store } = rig(anAsk(), { known: false });
    await cancelAsk(ports, anAsk());

    await tell();

    expect(stored).toEqual([]);
    expect((await store.read(anAsk().id))?.dueAt).toBeUndefined();
  });

  it('ends the task that waits for it, and forgets its token', async () => {
    const ask = anAsk({ taskToken: 'token' });
    const { ports, ends, outcomes, tell, store } = rig(ask);
    await answerAsk(ports, ask, yes);

    await tell();
    await tell();

    expect(ends).toEqual([['token', { kind: 'success', output: expect.stringContaining('"option":"yes"') }]]);
    expect(outcomes).toEqual([{ kind: 'completed' }]);
    expect(await store.read(ask.id)).not.toHaveProperty('taskToken');
  });

  it('reaches people although Step Functions is away, and the task as soon as it is back', async () => {
    const ask = anAsk({ taskToken: 'token' });
    const { ports, ends, stored, queued, failing, tell, store } = rig(ask);
    await cancelAsk(ports, ask);

    failing.tasks = true;
    await expect(tell()).rejects.toThrow('away');
    const meanwhile = [stored.length, queued.length, (await store.read(ask.id))?.dueAt];
    failing.tasks = false;
    await tell();

    expect(meanwhile).toEqual([1, 1, NOW]);
    expect(ends).toMatchObject([['token', { kind: 'failure', error: 'AskCancelled' }]]);
    expect((await store.read(ask.id))?.dueAt).toBeUndefined();
  });

  it('is told once more after a crash, and a task that has ended by then is let be', async () => {
    const ask = anAsk({ taskToken: 'token' });
    const { ports, outcomes, tell, store } = rig(ask);
    await cancelAsk(ports, ask);
    Object.assign(ports, { timers: { clear: async () => {} } });

    await tell();
    Object.assign(ports, { timers: store });
    await tell();

    expect(outcomes).toEqual([{ kind: 'completed' }, { kind: 'refused', reason: 'TaskTimedOut' }]);
    expect((await store.read(ask.id))?.dueAt).toBeUndefined();
  });

  it('of an ask that was never acknowledged ends no task', async () => {
    const ask = anAsk({ taskToken: 'token' });
    const { ports, ends, tell } = rig(ask, { known: false });
    await cancelAsk(ports, ask);

    await tell();

    expect(ends).toEqual([]);
  });

  it('of an ask that is not there is nothing', async () => {
    const { ports, stored } = rig();

    await tellAskEnd(ports, 'ask_none');

    expect(stored).toEqual([]);
  });
});

describe('the timers of asks', () => {
  it('send a job for each that is due within a minute, for its very moment', async () => {
    const soon = anAsk({ id: 'ask_soon', dueAt: NOW + 30_400 });
    const untold = anAsk({ id: 'ask_untold', dueAt: NOW - 90_000 });
    const later = anAsk({ id: 'ask_later', dueAt: NOW + 60_001 });
    const { store, ports } = askRig([soon, untold, later]);
    const sent: [string, number][] = [];

    const found = await announceAsks({
      timers: store,
      tell: async ({ askId }, delaySeconds) => void sent.push([askId, delaySeconds]),
      now: ports.now,
      hasTime: () => true,
    });

    expect(found).toBe(2);
    expect(sent).toEqual([
      ['ask_soon', 31],
      ['ask_untold', 0],
    ]);
  });

  it('leave to the next run what this one has no time for', async () => {
    const { store, ports, told } = askRig([anAsk({ dueAt: NOW })]);

    const found = await announceAsks({ ...ports, timers: store, hasTime: () => false });

    expect([found, told]).toEqual([0, []]);
  });
});
