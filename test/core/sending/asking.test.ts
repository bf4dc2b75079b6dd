import { describe, expect, it } from 'vitest';
import { answerAsk } from '../../../core/ask/end-ask.ts';
import { answerUrlOf } from '../../../core/ask/addresses.ts';
import type { DeliveryJob } from '../../../core/delivery/job.ts';
import type { Message } from '../../../core/delivery/message.ts';
import type { Endpoint } from '../../../core/directory/endpoint.ts';
import { hashSecret } from '../../../core/directory/secret-hash.ts';
import { hopOf } from '../../../core/message/hop-path.ts';
import { type AcceptPorts, createAccept, type SendRequest } from '../../../core/sending/accept.ts';
import { memoryAlertHeads } from '../../fakes/alerts.ts';
import { memoryAsking } from '../../fakes/asks.ts';
import { memoryDuplicates } from '../../fakes/duplicates.ts';
import { memoryFanOut } from '../../fakes/fan-out.ts';

const NOW = Date.parse('2026-11-20T10:00:00.000Z');
const ULID = '01KAG20RM0ABCDEFGHJKMNPQR0';
const KEY = `nrk_${'a1'.repeat(32)}`;
const options = [
  { id: 'yes', label: 'Approve' },
  { id: 'no', label: 'Reject' },
];
const question = { title: 'Deploy?', message: 'Version 7', tags: ['deploy'], ask: { options } };

const endpoint: Endpoint = {
  organizationId: 'org_1',
  webhookId: 'wh_1',
  webhookName: 'CI',
  enabled: true,
  requireApiKey: true,
  apiKeyHash: hashSecret(KEY),
  links: [
    { channelId: 'ch_mail', kind: 'email', enabled: true, filter: null, answers: true },
    { channelId: 'ch_chat', kind: 'slack', enabled: true, filter: null },
    { channelId: 'ch_hook', kind: 'webhook', enabled: true, filter: null },
    { channelId: 'ch_off', kind: 'sms', enabled: false, filter: null, answers: true },
  ],
};

interface Setup {
  readonly endpoint?: Partial<Endpoint>;
  readonly quotaExceeded?: boolean;
  /** Others use up the quota between its check and its count. */
  readonly quotaRunsOut?: boolean;
  readonly fanOut?: AcceptPorts['fanOut'];
  readonly storeFails?: boolean;
}

function rig(setup: Setup = {}) {
  const stored: Message[] = [];
  const queued: DeliveryJob[] = [];
  const counted = { count: 0 };
  const clock = { now: NOW };
  const failing = { store: setup.storeFails === true };
  const asking = memoryAsking();
  let serial = 0;
  const exceeded = { kind: 'exceeded', limit: 3000, usage: 3000, plan: 'free' } as const;
  const ports: AcceptPorts = {
    endpoints: { read: async () => ({ ...endpoint, ...setup.endpoint }) },
    messages: {
      async store(message) {
        if (failing.store) throw new Error('DynamoDB is away');
        stored.push(message);
      },
    },
    bodies: { put: async () => 'key' },
    jobs: {
      async enqueue(jobs) {
        queued.push(...jobs);
        return [];
      },
    },
    parking: { park: async () => {} },
    duplicates: memoryDuplicates(),
    fanOut: setup.fanOut ?? memoryFanOut(),
    alerts: { heads: memoryAlertHeads(), pause: async () => {} },
    asking: asking.ports,
    presets: { fetchText: async () => undefined, now: () => NOW },
    quota: {
      async count() {
        counted.count += 1;
        return setup.quotaRunsOut === true ? exceeded : { kind: 'ok' };
      },
      check: async () => (setup.quotaExceeded === true ? exceeded : { kind: 'ok' }),
    },
    now: () => clock.now,
    newUlid: () => ULID.slice(0, -1) + String(serial++ % 10),
  };
  const accept = createAccept(ports, { maxBodyBytes: 2000, maxHops: 3 });
  const ask = async (body: unknown = question, request: Partial<SendRequest> = {}) =>
    accept({
      publicId: 'abcdefghijklmnopqrstu',
      body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
      slack: false,
      isAsk: true,
      ...request,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${KEY}`, ...request.headers },
    });
  return { ask, stored, queued, counted, clock, failing, asking };
}

describe('an ask', () => {
  it('is stored apart, sent like any notification, and told to its sender', async () => {
    const { ask, stored, queued, counted, asking } = rig();

    const result = await ask();

    const opened = await asking.store.read(`ask_${ULID}`);
    expect(opened).toMatchObject({
      organizationId: 'org_1',
      messageId: `msg_${ULID}`,
      content: { title: 'Deploy?', message: 'Version 7', tags: ['deploy'] },
      options,
      channels: [
        { channelId: 'ch_mail', kind: 'email', answers: true },
        { channelId: 'ch_chat', kind: 'slack', answers: false },
      ],
      status: 'pending',
      endsAt: NOW + 600_000,
      dueAt: NOW + 600_000,
    });
    if (opened === undefined) throw new Error('There is no ask.');
    expect(result).toEqual({
      kind: 'asked',
      messageId: `msg_${ULID}`,
      askId: `ask_${ULID}`,
      answerUrl: answerUrlOf('https://notify.example.com', opened),
      expiresAt: '2026-11-20T10:10:00.000Z',
    });
    expect(stored).toMatchObject([{ id: `msg_${ULID}`, askId: `ask_${ULID}` }]);
    expect(JSON.stringify(stored)).not.toContain(opened.seed);
    expect(queued.map(({ channelId }) => channelId)).toEqual(['ch_mail', 'ch_chat', 'ch_hook']);
    expect(counted.count).toBe(1);
    expect(asking.told).toEqual([]);
  });

  it('keeps what is optional, and announces an end that is near at once', async () => {
    const { ask, asking } = rig();
    const wanted = { options, text: true, expiresIn: 60, onExpiry: 'no', approvers: ['slack:U1'] };

    await ask(
      { ...question, ask: wanted },
      { headers: { 'x-notification-hops': 'a', 'x-notification-origin': 'msg_0' } },
    );

    expect(await asking.store.read(`ask_${ULID}`)).toMatchObject({
      text: true,
      onExpiry: 'no',
      approvers: ['slack:U1'],
      endsAt: NOW + 60_000,
      hops: ['a'],
      originId: 'msg_0',
    });
    expect(asking.told).toEqual([{ job: { organizationId: 'org_1', askId: `ask_${ULID}` }, delaySeconds: 60 }]);
  });

  it('is the same one when it is sent again under its key, answered or not', async () => {
    const { ask, stored, counted, asking, clock } = rig();
    const headers = { 'idempotency-key': 'deploy-7' };
    const first = await ask(question, { headers });
    const opened = await asking.store.read(`ask_${ULID}`);
    if (opened === undefined) throw new Error('There is no ask.');
    const yes = { option: 'yes', by: { type: 'user' }, channelId: null } as const;
    await answerAsk({ asks: asking.store, tell: async () => {}, now: () => NOW }, opened, yes);
    clock.now += 5000;

    const again = await ask(question, { headers });
    const plain = await ask(question, { headers, isAsk: false });

    expect(again).toEqual(first);
    expect(plain).toMatchObject({ kind: 'accepted' });
    expect(plain).not.toMatchObject({ messageId: `msg_${ULID}` });
    expect(stored).toHaveLength(2);
    expect(counted.count).toBe(2);
  });

  it('is the same one when the first try broke off, and keeps its time', async () => {
    const { ask, stored, asking, clock, failing } = rig({ storeFails: true });
    const headers = { 'idempotency-key': 'deploy-7' };
    await expect(ask(question, { headers })).rejects.toThrow('away');
    failing.store = false;
    clock.now += 5000;

    const again = await ask(question, { headers });

    expect(again).toMatchObject({ askId: `ask_${ULID}`, expiresAt: '2026-11-20T10:10:00.000Z' });
    expect(stored).toHaveLength(1);
    expect(asking.told).toEqual([]);
  });

  it('is asked anew when what its key stands for is gone', async () => {
    const { ask, asking } = rig();
    const headers = { 'idempotency-key': 'deploy-7' };
    await ask(question, { headers });

    const { ports } = asking;
    const fresh = memoryAsking();
    Object.assign(ports, { asks: fresh.store });
    const again = await ask(question, { headers });

    expect(again).toMatchObject({ kind: 'asked', askId: `ask_${ULID}` });
    expect(await fresh.store.read(`ask_${ULID}`)).toBeDefined();
  });

  it('has no time left when it is opened again after its time', async () => {
    const { ask, asking, clock, failing } = rig({ storeFails: true });
    const headers = { 'idempotency-key': 'deploy-7' };
    await expect(ask(question, { headers })).rejects.toThrow('away');
    failing.store = false;
    clock.now += 700_000;

    await ask(question, { headers });

    expect(asking.told.at(-1)?.delaySeconds).toBe(0);
  });
});

describe('an ask for which a task waits', () => {
  const taskToken = 'AAAAKgAAAAIAAAAA+secret/token==';
  const waiting = { options, taskToken };

  it('keeps the token of the task, and nothing else does', async () => {
    const templates = {
      title: 'T {{ ask.taskToken }}',
      message: 'M {{ body.ask.taskToken }}',
      tags: '{{ ask.taskToken }}',
    };
    const filter = { path: 'ask.taskToken', op: 'eq', value: '••••' } as const;
    const links = endpoint.links.slice(0, 1).map((link) => ({ ...link, filter }));
    const { ask, stored, asking } = rig({ endpoint: { templates, links } });

    const result = await ask({ ...question, ask: waiting });

    expect(result).toMatchObject({ kind: 'asked' });
    expect(await asking.store.read(`ask_${ULID}`)).toMatchObject({ taskToken, content: { title: 'T ••••' } });
    expect(stored[0]).toMatchObject({
      content: { title: 'T ••••', message: 'M ••••', tags: ['••••'] },
      payload: { text: JSON.stringify({ ...question, ask: { options, taskToken: '••••' } }) },
      routing: [{ matched: true }],
    });
    expect(JSON.stringify([stored, result])).not.toContain(taskToken);
  });

  it('shows it nowhere, however the body is written and whatever is guessed from it', async () => {
    const { ask, stored } = rig();
    const text = JSON.stringify(waiting);
    const bodies = [
      `{"ask":${text}}`,
      `{"ask":{"taskToken":"${taskToken}"},"ask":${text}}`,
      `{"ask":{"taskToken":["${taskToken}"],${text.slice(1)}}`,
      `{"\\u0061sk":${text.replace('taskToken', String.raw`task\u0054oken`)},"n":12345678901234567890}`,
      ` {"text":"Deploy?","attachments":[{"text":"x"}],"ask":${text}}`,
    ];

    for (const body of bodies) expect(await ask(body)).toMatchObject({ kind: 'asked' });

    expect(stored).toHaveLength(bodies.length);
    expect(JSON.stringify(stored)).not.toContain(taskToken);
    expect(stored[0]?.content.message).toContain('••••');
    expect(JSON.stringify(stored[3])).toContain('12345678901234567890');
  });

  it('is refused by a router that may end no tasks', async () => {
    const { ask, stored, asking } = rig();
    Object.assign(asking.ports, { completesTasks: false });

    expect(await ask({ ...question, ask: waiting })).toEqual({
      kind: 'invalid-ask',
      issues: [{ path: 'ask.taskToken', message: expect.stringContaining('STEP_FUNCTIONS') }],
    });
    expect(await ask()).toMatchObject({ kind: 'asked' });
    expect(stored).toHaveLength(1);
  });
});

describe('an ask is refused, and nothing of it stored,', () => {
  const wrong = [
    ['without the key', { headers: { authorization: '' } }, {}, 'invalid-key'],
    ['by a webhook that is switched off', {}, { enabled: false }, 'disabled'],
    ['in a loop', { headers: { 'x-notification-hops': hopOf('wh_1') } }, {}, 'loop'],
    ['by a webhook that anybody may use', {}, { requireApiKey: false }, 'key-required'],
    ['when no link lets people answer', {}, { links: endpoint.links.slice(1, 3) }, 'nobody-answers'],
    ['when the only link that does is off', {}, { links: endpoint.links.slice(2) }, 'nobody-answers'],
    [
      'when the filter of the only link that does not match',
      {},
      {
        links: endpoint.links.slice(0, 1).map((link) => ({ ...link, filter: { priority: { gte: 5 } } as const })),
      },
      'nobody-answers',
    ],
  ] as const;

  it.each(wrong)('%s', async (_, request, own, kind) => {
    const { ask, stored, counted, asking } = rig({ endpoint: own });

    expect(await ask(question, request)).toMatchObject({ kind });
    expect([stored, asking.told]).toEqual([[], []]);
    expect(counted.count).toBe(0);
    expect(await asking.store.read(`ask_${ULID}`)).toBeUndefined();
  });

  it.each([
    ['invalid JSON', '{"message":', 'invalid-json'],
    ['a body that is too large', { ...question, message: 'x'.repeat(2000) }, 'too-large'],
    ['a body without an ask', { message: 'hi' }, 'invalid-ask'],
    ['an ask that is none', { ...question, ask: { options: [] } }, 'invalid-ask'],
  ])('as %s', async (_, body, kind) => {
    const { ask, stored, counted } = rig();

    expect(await ask(body)).toMatchObject({ kind });
    expect([stored, counted.count]).toEqual([[], 0]);
  });

  it('as plain text, which asks nothing', async () => {
    const { ask } = rig();

    expect(await ask('Deploy?', { headers: { 'content-type': 'text/plain' } })).toEqual({
      kind: 'invalid-ask',
      issues: [{ path: 'ask', message: 'is required' }],
    });
  });

  it('when others use up the quota at the same moment', async () => {
    const { ask, stored, asking } = rig({ quotaRunsOut: true });

    expect(await ask()).toMatchObject({ kind: 'exceeded' });
    expect([stored, await asking.store.read(`ask_${ULID}`)]).toEqual([[], undefined]);
  });

  it('when the quota is used up, whatever else is wrong with it', async () => {
    const setup = { quotaExceeded: true };

    expect(await rig(setup).ask()).toMatchObject({ kind: 'exceeded' });
    expect(await rig(setup).ask({ message: 'hi' })).toMatchObject({ kind: 'exceeded' });
    expect(await rig({ ...setup, endpoint: { requireApiKey: false } }).ask()).toMatchObject({ kind: 'exceeded' });
  });

  it('when what it began as was forwarded too often', async () => {
    const { ask, stored } = rig({ fanOut: { charge: async () => 'exhausted' } });

    const result = await ask(question, { headers: { 'x-notification-hops': 'a', 'x-notification-origin': 'msg_0' } });

    expect(result).toMatchObject({ kind: 'loop' });
    expect(stored).toEqual([]);
  });
});
