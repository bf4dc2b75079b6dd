import { describe, expect, it } from 'vitest';
import { liveEventsOf } from '../../../core/delivery/live-events.ts';
import type { DeliveryJob } from '../../../core/delivery/job.ts';
import type { Message } from '../../../core/delivery/message.ts';
import type { Endpoint } from '../../../core/directory/endpoint.ts';
import { hashSecret } from '../../../core/directory/secret-hash.ts';
import type { LiveNotification } from '../../../core/live/live-event.ts';
import { hopOf } from '../../../core/message/hop-path.ts';
import { type AcceptPorts, createAccept, type SendRequest } from '../../../core/sending/accept.ts';
import type { FanOut } from '../../../core/sending/fan-out.ts';
import { memoryAlertHeads } from '../../fakes/alerts.ts';
import { memoryAsking } from '../../fakes/asks.ts';
import { memoryDuplicates } from '../../fakes/duplicates.ts';
import { memoryFanOut } from '../../fakes/fan-out.ts';

const NOW = Date.parse('2026-11-20T10:00:00.000Z');
/** Of the first send of a rig; the next ends in 1, and so on. */
const ULID = '01KAG20RM0ABCDEFGHJKMNPQR0';
const PUBLIC_ID = 'abcdefghijklmnopqrstu';
const KEY = `nrk_${'a1'.repeat(32)}`;
const LIMITS = { maxBodyBytes: 100, maxHops: 3 };

const endpoint: Endpoint = {
  organizationId: 'org_1',
  webhookId: 'wh_1',
  webhookName: 'CI',
  enabled: true,
  requireApiKey: false,
  links: [
    { channelId: 'ch_hook', kind: 'webhook', enabled: true, filter: null },
    { channelId: 'ch_live', kind: 'live-stream', enabled: true, filter: null },
  ],
};

interface Setup {
  readonly endpoint?: Partial<Endpoint>;
  readonly exists?: boolean;
  readonly quotaExceeded?: boolean;
  readonly unbilled?: boolean;
  readonly queueRefuses?: boolean;
  readonly storeFails?: boolean;
  readonly parkingFails?: boolean;
  readonly fanOut?: AcceptPorts['fanOut'];
  readonly limits?: { maxBodyBytes: number; maxHops: number };
}

function rig(setup: Setup = {}) {
  let serial = 0;
  const done = {
    stored: [] as { message: Message; liveEvents: readonly LiveNotification[] }[],
    bodies: new Map<string, string>(),
    queued: [] as DeliveryJob[],
    parked: [] as { jobs: readonly DeliveryJob[]; dueAt: number }[],
    counted: 0,
    charged: [] as FanOut[],
  };
  const fanOutCounter = setup.fanOut ?? memoryFanOut();
  const exceeded = { kind: 'exceeded', limit: 3000, usage: 3000, plan: 'free' } as const;
  const quota: NonNullable<AcceptPorts['quota']> = {
    async count() {
      if (setup.quotaExceeded === true) return exceeded;
      done.counted += 1;
      return { kind: 'ok' };
    },
    check: async () => (setup.quotaExceeded === true ? exceeded : { kind: 'ok' }),
  };
  const ports: AcceptPorts = {
    endpoints: { read: async () => (setup.exists === false ? undefined : { ...endpoint, ...setup.endpoint }) },
    messages: {
      async store(message) {
        if (setup.storeFails === true) throw new Error('DynamoDB is away');
        done.stored.push({ message, liveEvents: liveEventsOf(message) });
      },
    },
    bodies: {
      async put(organizationId, messageId, text) {
        const key = `${organizationId}/${messageId}.json`;
        done.bodies.set(key, text);
        return key;
      },
    },
    jobs: {
      async enqueue(jobs) {
        if (setup.queueRefuses === true) return [...jobs];
        done.queued.push(...jobs);
        return [];
      },
    },
    parking: {
      async park(jobs, dueAt) {
        if (setup.parkingFails === true) throw new Error('DynamoDB is away');
        done.parked.push({ jobs, dueAt });
      },
    },
    duplicates: memoryDuplicates(),
    fanOut: {
      async charge(fanOut) {
        done.charged.push(fanOut);
        return fanOutCounter.charge(fanOut);
      },
    },
    alerts: { heads: memoryAlertHeads(), pause: async () => {} },
    asking: memoryAsking().ports,
    presets: { fetchText: async () => undefined, now: () => NOW },
    ...(setup.unbilled === true ? {} : { quota }),
    now: () => NOW,
    newUlid: () => ULID.slice(0, -1) + String(serial++ % 10),
  };
  const accept = createAccept(ports, setup.limits ?? LIMITS);
  return { done, send: async (request: Partial<SendRequest> & { text?: string } = {}) => accept(requestOf(request)) };
}

function requestOf({ text = '{"message":"hi"}', ...request }: Partial<SendRequest> & { text?: string }): SendRequest {
  const headers = { 'content-type': 'application/json', ...request.headers };
  return { publicId: PUBLIC_ID, body: Buffer.from(text), slack: false, ...request, headers };
}

describe('a send to a webhook with a lifecycle', () => {
  it('is stored with the alert that it is of, and delivered to whoever shows it', async () => {
    const { done, send } = rig({ endpoint: { lifecycle: { key: '{{ disk }}', status: '{{ state }}' } } });

    await send({ text: '{"message":"full","disk":"db-1"}' });
    await send({ text: '{"message":"empty","disk":"db-1","state":"ok"}' });

    expect(done.stored.map(({ message }) => message.alert)).toMatchObject([
      { key: 'db-1', status: 'firing', said: 'firing', count: 1, turn: 1 },
      { key: 'db-1', status: 'resolved', said: 'resolved', count: 1, turn: 2 },
    ]);
  });
});

describe('an accepted send', () => {
  it('is stored with its routing and queued once for every matching channel', async () => {
    const { done, send } = rig();

    const result = await send({ text: '{"title":"Disk","message":"full","priority":4,"tags":["db"]}' });

    expect(result).toEqual({ kind: 'accepted', messageId: `msg_${ULID}` });
    expect(done.stored[0]?.message).toMatchObject({
      id: `msg_${ULID}`,
      webhookName: 'CI',
      content: { title: 'Disk', message: 'full', priority: 4, tags: ['db'] },
      format: 'json',
      receivedAt: '2026-11-20T10:00:00.000Z',
      payload: { text: '{"title":"Disk","message":"full","priority":4,"tags":["db"]}' },
      expiresAt: NOW / 1000 + 30 * 24 * 3600,
    });
    expect(done.queued).toEqual([
      {
        organizationId: 'org_1',
        webhookId: 'wh_1',
        messageId: `msg_${ULID}`,
        channelId: 'ch_hook',
        attempt: 1,
        retriesUsed: 0,
      },
    ]);
    expect(done.stored[0]?.liveEvents).toMatchObject([
      {
        kind: 'notification',
        channelId: 'ch_live',
        id: ULID,
        messageId: `msg_${ULID}`,
        content: { title: 'Disk', message: 'full', priority: 4, tags: ['db'] },
        expiresAt: NOW / 1000 + 24 * 3600,
      },
    ]);
    expect(done.counted).toBe(1);
  });

  it('has neither title nor priority when the body says none', async () => {
    const { done, send } = rig();

    await send({ text: '{"message":"full"}' });

    const [stored] = done.stored;
    for (const written of [stored?.message, stored?.liveEvents[0]]) {
      expect(Object.keys(written?.content ?? {})).toEqual(['message', 'tags']);
    }
  });

  it('keeps the notes that say where a guessed field comes from', async () => {
    const { done, send } = rig();

    await send({ text: '{"message":"full","name":"disk-check"}' });

    expect(done.stored[0]?.message.notes).toEqual(['title ← name']);
  });

  it('reads the body in the charset that it declares', async () => {
    const { done, send } = rig();

    await send({ body: Buffer.from('grün', 'latin1'), headers: { 'content-type': 'text/plain; charset=iso-8859-1' } });

    expect(done.stored[0]?.message.content.message).toBe('grün');
  });

  it('needs no quota where no plans are billed', async () => {
    const { done, send } = rig({ unbilled: true });

    expect((await send()).kind).toBe('accepted');
    expect(await send({ text: '[1' })).toEqual({ kind: 'invalid-json' });
    expect(done.stored).toHaveLength(1);
  });

  it('says of every link why it was or was not chosen', async () => {
    const { done, send } = rig({
      endpoint: {
        links: [
          { channelId: 'ch_off', kind: 'webhook', enabled: false, filter: null },
          { channelId: 'ch_urgent', kind: 'webhook', enabled: true, filter: { priority: { gte: 4 } } },
          { channelId: 'ch_all', kind: 'webhook', enabled: true, filter: null },
        ],
      },
    });

    await send({ text: '{"message":"hi","priority":2}' });

    expect(done.stored[0]?.message.routing).toMatchObject([
      { channelId: 'ch_off', matched: false, reason: 'the link is switched off' },
      { channelId: 'ch_urgent', matched: false },
      { channelId: 'ch_all', matched: true },
    ]);
    expect(done.queued.map((job) => job.channelId)).toEqual(['ch_all']);
  });

  it('keeps a body above 8 KB in the body store and points at it', async () => {
    const { done, send } = rig({ limits: { maxBodyBytes: 1_048_576, maxHops: 3 } });
    const text = JSON.stringify({ message: 'x'.repeat(9_000) });

    await send({ text });

    const key = `org_1/msg_${ULID}.json`;
    expect(done.bodies.get(key)).toBe(text);
    expect(done.stored[0]?.message.payload).toEqual({ key });
    expect(done.stored[0]?.liveEvents[0]?.payload).toEqual({ key });
  });

  it('keeps a body of exactly 8 KB in the message', async () => {
    const { done, send } = rig({ limits: { maxBodyBytes: 1_048_576, maxHops: 3 } });
    const text = JSON.stringify({ message: 'x'.repeat(8192 - '{"message":""}'.length) });

    await send({ text });

    expect(done.stored[0]?.message.payload).toEqual({ text });
    expect(done.bodies.size).toBe(0);
  });

  it('parks what the queue does not take, and is accepted all the same', async () => {
    const { done, send } = rig({ queueRefuses: true });

    const result = await send();

    expect(result.kind).toBe('accepted');
    expect(done.parked).toMatchObject([{ jobs: [{ channelId: 'ch_hook', attempt: 1 }], dueAt: NOW + 60_000 }]);
  });

  it('keeps the hop path it came with', async () => {
    const { done, send } = rig();

    await send({ headers: { 'x-notification-hops': `${hopOf('wh_8')}, ${hopOf('wh_9')}` } });

    expect(done.stored[0]?.message.hops).toEqual([hopOf('wh_8'), hopOf('wh_9')]);
  });

  it('throws when it could not be stored: nothing is acknowledged and nothing queued', async () => {
    const { done, send } = rig({ storeFails: true });

    await expect(send()).rejects.toThrow('DynamoDB is away');
    expect(done.queued).toEqual([]);
  });
});

describe('the order of checks (specification 4.1.4)', () => {
  const exceeded = { kind: 'exceeded', limit: 3000, usage: 3000, plan: 'free' };
  /** Each failing check: how to make it fail, and what it answers. In the specified order. */
  const checks = [
    { name: 'webhook exists', setup: { exists: false }, request: {}, result: { kind: 'not-found' } },
    {
      name: 'API key',
      setup: { endpoint: { requireApiKey: true, apiKeyHash: hashSecret(KEY) } },
      request: { headers: { authorization: 'Bearer nrk_wrong' } },
      result: { kind: 'invalid-key' },
    },
    { name: 'enabled', setup: { endpoint: { enabled: false } }, request: {}, result: { kind: 'disabled' } },
    {
      name: 'loop',
      setup: {},
      request: { headers: { 'x-notification-hops': hopOf('wh_1') } },
      result: { kind: 'loop' },
    },
    { name: 'quota', setup: { quotaExceeded: true }, request: {}, result: exceeded },
    {
      name: 'size',
      setup: {},
      request: { text: `{"a":"${'x'.repeat(200)}"}` },
      result: { kind: 'too-large', limit: 100 },
    },
    { name: 'JSON', setup: {}, request: { text: '[1' }, result: { kind: 'invalid-json' } },
  ];
  const pairs = checks.flatMap((first, index) => checks.slice(index + 1).map((second) => ({ first, second })));

  it.each(checks)('refuses when "$name" fails alone', async ({ setup, request, result }) => {
    const { done, send } = rig(setup);

    expect(await send(request)).toEqual(result);
    expect(done).toMatchObject({ stored: [], queued: [], counted: 0 });
  });

  it.each(pairs)('answers for "$first.name" when "$second.name" fails too', async ({ first, second }) => {
    const { send } = rig({
      ...second.setup,
      ...first.setup,
      endpoint: { ...second.setup.endpoint, ...first.setup.endpoint },
    });
    const headers = { ...second.request.headers, ...first.request.headers };

    expect(await send({ ...second.request, ...first.request, headers })).toEqual(first.result);
  });
});

describe('the API key', () => {
  const locked = { requireApiKey: true, apiKeyHash: hashSecret(KEY) };

  it('is not asked for by a test of somebody who may change the webhook, but the switch is', async () => {
    expect(await rig({ endpoint: locked }).send({ isTest: true })).toMatchObject({ kind: 'accepted' });
    expect(await rig({ endpoint: { ...locked, enabled: false } }).send({ isTest: true })).toEqual({ kind: 'disabled' });
  });

  it.each([
    ['the key', `Bearer ${KEY}`, 'accepted'],
    ['no header', undefined, 'invalid-key'],
    ['a lower-case scheme', `bearer ${KEY}`, 'invalid-key'],
    ['another scheme', `Basic ${KEY}`, 'invalid-key'],
    ['a key with something behind it', `Bearer ${KEY} x`, 'invalid-key'],
    ['something before the scheme', `x Bearer ${KEY}`, 'invalid-key'],
    ['an empty key', 'Bearer ', 'invalid-key'],
  ])('with %s', async (_, authorization, kind) => {
    const { send } = rig({ endpoint: locked });
    const headers = authorization === undefined ? {} : { authorization };

    expect((await send({ headers })).kind).toBe(kind);
  });

  it('refuses every send when a key is required but none was ever issued', async () => {
    const { send } = rig({ endpoint: { requireApiKey: true } });

    expect((await send({ headers: { authorization: `Bearer ${KEY}` } })).kind).toBe('invalid-key');
  });

  it('is not looked at when none is required', async () => {
    const { send } = rig();

    expect((await send({ headers: { authorization: 'Bearer nonsense' } })).kind).toBe('accepted');
  });
});

describe('hostile requests', () => {
  it.each(['', 'a'.repeat(20), 'a'.repeat(22), 'abcdefghij/lmnopqrstu', 'abcdefghij%2Fmnopqrst', '__proto__'])(
    'reads nothing for the public id %j',
    async (publicId) => {
      const { send } = rig();

      expect(await send({ publicId })).toEqual({ kind: 'not-found' });
    },
  );

  it('takes a body of exactly the limit and refuses one byte more, counted in bytes', async () => {
    const { send } = rig();
    const text = `{"m":"${'é'.repeat(46)}"}`;
    expect(Buffer.byteLength(text)).toBe(100);

    expect((await send({ text })).kind).toBe('accepted');
    expect((await send({ text: `${text} ` })).kind).toBe('too-large');
  });

  it('stops a notification that was forwarded more often than is allowed', async () => {
    const { send } = rig();
    const hops = (count: number) => ({
      'x-notification-hops': Array.from({ length: count }, (_, i) => hopOf(`wh_${i + 5}`)).join(','),
    });

    expect((await send({ headers: hops(3) })).kind).toBe('accepted');
    expect((await send({ headers: hops(4) })).kind).toBe('loop');
  });
});

describe('what forwarding may come to', () => {
  const from = (originId: string, hop = 'wh_9') => ({
    'x-notification-hops': hopOf(hop),
    'x-notification-origin': originId,
  });
  /** A hundred links, of which the first half is off. */
  const links = Array.from({ length: 100 }, (_, index) => ({
    channelId: `ch_${index}`,
    kind: 'gotify' as const,
    enabled: index >= 50,
    filter: null,
  }));

  it('is not counted for a send that nobody forwarded', async () => {
    const { done, send } = rig();

    await send();

    expect(done.charged).toEqual([]);
    expect(done.stored[0]?.message).not.toHaveProperty('originId');
  });

  it('is the channels that it matched, counted for its origin, which goes along', async () => {
    const { done, send } = rig({ endpoint: { links } });

    await send({ headers: from('msg_first') });

    expect(done.charged).toEqual([{ organizationId: 'org_1', originId: 'msg_first', channels: 50, now: NOW }]);
    expect(done.stored[0]?.message).toMatchObject({ originId: 'msg_first', hops: [hopOf('wh_9')] });
  });

  it('is not counted when no channel matched', async () => {
    const { done, send } = rig({ endpoint: { links: links.slice(0, 50) } });

    expect((await send({ headers: from('msg_first') })).kind).toBe('accepted');
    expect(done.charged).toEqual([]);
  });

  it('ends at a thousand channels, and says so; other notifications go on', async () => {
    const { done, send } = rig({ endpoint: { links } });
    const results = [];

    for (let copy = 0; copy < 30; copy += 1) results.push(await send({ headers: from('msg_first', `wh_9${copy}`) }));

    expect(results.filter(({ kind }) => kind === 'accepted')).toHaveLength(20);
    expect(results.at(-1)).toEqual({
      kind: 'loop',
      reason: 'What began as msg_first was forwarded to 1,000 channels within two days, and goes no further.',
    });
    expect(done).toMatchObject({ stored: { length: 20 }, queued: { length: 1000 }, counted: 20 });
    expect((await send({ headers: from('msg_other') })).kind).toBe('accepted');
    expect((await send()).kind).toBe('accepted');
  });

  it('ends there too when the origin is lost or spoilt on the way', async () => {
    const { done, send } = rig({ endpoint: { links } });

    for (let copy = 0; copy < 30; copy += 1) {
      await send({
        headers: { 'x-notification-hops': hopOf('wh_9'), 'x-notification-origin': '#'.repeat(copy * 300) },
      });
    }

    expect(done.stored).toHaveLength(20);
    expect(new Set(done.stored.map(({ message }) => message.originId)).size).toBe(1);
  });

  it('is counted in the organisation of the webhook, so that another one can use nothing up', async () => {
    const fanOut = memoryFanOut();
    const theirs = rig({ fanOut, endpoint: { links, organizationId: 'org_evil' } });
    for (let copy = 0; copy < 30; copy += 1) await theirs.send({ headers: from('msg_first') });

    expect((await rig({ fanOut, endpoint: { links } }).send({ headers: from('msg_first') })).kind).toBe('accepted');
  });

  it('is counted once for a send that its sender repeats', async () => {
    const { done, send } = rig({ endpoint: { links } });
    const headers = { ...from('msg_first'), 'idempotency-key': 'delivery-1' };

    for (let copy = 0; copy < 30; copy += 1) expect((await send({ headers })).kind).toBe('accepted');

    expect(done.charged).toHaveLength(1);
  });

  it('stays refused for a repetition of what was refused', async () => {
    const { send } = rig({ endpoint: { links }, fanOut: { charge: async () => 'exhausted' } });
    const headers = { ...from('msg_first'), 'idempotency-key': 'delivery-1' };

    expect((await send({ headers })).kind).toBe('loop');
    expect((await send({ headers })).kind).toBe('loop');
  });

  it('is not used up by tries that the quota refuses', async () => {
    const { done, send } = rig({ endpoint: { links }, quotaExceeded: true });

    expect((await send({ headers: from('msg_first') })).kind).toBe('exceeded');
    expect(done.charged).toEqual([]);
  });

  it('is counted where nothing is billed, too', async () => {
    const { done, send } = rig({ endpoint: { links }, unbilled: true });

    expect((await send({ headers: from('msg_first') })).kind).toBe('accepted');
    expect(done.charged).toHaveLength(1);
  });

  it('lets nothing pass that could not be counted: nothing is acknowledged, and it may be tried again', async () => {
    const fanOut = { charge: async () => Promise.reject(new Error('the counter is throttled')) };
    const { done, send } = rig({ endpoint: { links }, fanOut });

    await expect(send({ headers: from('msg_first') })).rejects.toThrow('the counter is throttled');
    expect(done).toMatchObject({ stored: [], queued: [], counted: 0 });
  });
});

describe('the alias for Slack-compatible senders', () => {
  it('decodes a form with a payload field', async () => {
    const { done, send } = rig();
    const text = `payload=${encodeURIComponent('{"text":"deploy & done"}')}`;

    const result = await send({ slack: true, text, headers: { 'content-type': 'application/x-www-form-urlencoded' } });

    expect(result.kind).toBe('accepted');
    expect(done.stored[0]?.message).toMatchObject({ content: { message: 'deploy & done' }, format: 'chat' });
  });

  it('refuses a form whose payload is not JSON', async () => {
    const { send } = rig();

    expect(await send({ slack: true, text: 'payload=oops', headers: { 'content-type': 'text/plain' } })).toEqual({
      kind: 'invalid-json',
    });
  });

  it('leaves the form a plain text on the ordinary path', async () => {
    const { done, send } = rig();

    await send({ text: 'payload=%7B%7D', headers: { 'content-type': 'application/x-www-form-urlencoded' } });

    expect(done.stored[0]?.message).toMatchObject({ content: { message: 'payload=%7B%7D' }, format: 'text' });
  });
});

describe('presets and templates', () => {
  it('lets the template of a webhook win over what was guessed', async () => {
    const { done, send } = rig({ endpoint: { templates: { title: '{{ repository.full_name }}' } } });

    await send({ text: '{"repository":{"full_name":"acme/api"},"title":"guessed"}' });

    expect(done.stored[0]?.message.content.title).toBe('acme/api');
  });

  it('stores and delivers a notification whose templates all fail, with what was guessed and a note for each', async () => {
    const bomb = '{{ list | where_exp: "x", "list contains -1" }}';
    const { done, send } = rig({
      endpoint: { templates: { title: bomb, message: bomb } },
      limits: { ...LIMITS, maxBodyBytes: 100_000 },
    });
    const list = Array.from({ length: 5000 }, (_, index) => index);

    expect((await send({ text: JSON.stringify({ title: 'T', message: 'M', list }) })).kind).toBe('accepted');

    expect(done.stored[0]?.message).toMatchObject({ content: { title: 'T', message: 'M', tags: [] } });
    expect(done.stored[0]?.message.notes.filter((note) => note.includes('template failed: stopped'))).toHaveLength(2);
    expect(done.queued).toHaveLength(1);
  });

  it('reads with the preset of the webhook', async () => {
    const { done, send } = rig({ endpoint: { preset: 'claude-code' } });

    await send({ text: '{"hook_event_name":"Stop","cwd":"/home/me/shop","session_id":"s"}' });

    expect(done.stored[0]?.message.content.title).toContain('shop');
    expect(done.stored[0]?.message.content.tags).toContain('ai-agent');
  });

  it('never loses a notification to a preset that does not know the body', async () => {
    const { done, send } = rig({ endpoint: { preset: 'stripe' } });

    expect((await send({ text: '{"text":"plain"}' })).kind).toBe('accepted');
    expect(done.stored[0]?.message.content.message).toBe('plain');
  });
});

describe('filters that would take very long', () => {
  it('leave the notification stored with a note, and delivered by the links that were decided', async () => {
    const condition = { path: 'list[*]', op: 'eq' as const, value: -1 };
    const bomb = { any: Array.from({ length: 60 }, () => condition) };
    const { done, send } = rig({
      endpoint: {
        links: [
          ...Array.from({ length: 40 }, (_, index) => ({
            channelId: `ch_${index}`,
            kind: 'webhook' as const,
            enabled: true,
            filter: bomb,
          })),
          { channelId: 'ch_cheap', kind: 'webhook', enabled: true, filter: { path: 'a', op: 'eq', value: 1 } },
        ],
      },
      limits: { ...LIMITS, maxBodyBytes: 200_000 },
    });
    const list = Array.from({ length: 20_000 }, (_, index) => index);

    expect((await send({ text: JSON.stringify({ a: 1, list }) })).kind).toBe('accepted');

    const message = done.stored[0]?.message;
    expect(message?.routing[0]).toMatchObject({
      matched: false,
      reason: expect.stringContaining('could not be decided'),
    });
    expect(message?.notes.at(-1)).toContain('filters could not be decided: too many steps over this body');
    expect(done.queued.map(({ channelId }) => channelId)).toEqual(['ch_cheap']);
  });
});

describe('a send that its sender names', () => {
  const named = { headers: { 'idempotency-key': 'deploy-42' } };

  it('gives the first answer again and delivers nothing twice', async () => {
    const { done, send } = rig();

    const first = await send(named);
    const again = await send(named);

    expect(again).toEqual(first);
    expect(done.stored).toHaveLength(1);
    expect(done.queued).toHaveLength(1);
    expect(done.counted).toBe(1);
  });

  it('is stored and queued again into the same message when the first try broke off', async () => {
    const setup = { queueRefuses: true, parkingFails: true };
    const { done, send } = rig(setup);
    await expect(send(named)).rejects.toThrow('DynamoDB is away');
    setup.queueRefuses = false;

    const again = await send(named);

    expect(again).toEqual({ kind: 'accepted', messageId: `msg_${ULID}` });
    expect(done.stored.map(({ message }) => message.id)).toEqual([`msg_${ULID}`, `msg_${ULID}`]);
    expect(done.queued).toMatchObject([{ messageId: `msg_${ULID}` }]);
  });

  it('is named by the delivery id that its preset knows', async () => {
    const { done, send } = rig({ endpoint: { preset: 'github' } });
    const delivery = {
      headers: { 'x-github-event': 'ping', 'x-github-delivery': 'd-1' },
      text: '{"zen":"Keep it simple."}',
    };

    await send(delivery);
    await send(delivery);

    expect(done.stored).toHaveLength(1);
  });

  it('is never a repetition when it has no name', async () => {
    const { done, send } = rig();

    await send();
    await send();

    expect(done.stored).toHaveLength(2);
  });

  it('is another one with another id', async () => {
    const { done, send } = rig();

    await send(named);
    await send({ headers: { 'idempotency-key': 'deploy-43' } });

    expect(done.stored).toHaveLength(2);
  });

  it('is another one under the same id with another body, so that neither is lost', async () => {
    const { done, send } = rig();

    await send({ ...named, text: '{"message":"started"}' });
    await send({ ...named, text: '{"message":"failed"}' });

    expect(done.stored.map(({ message }) => message.content.message)).toEqual(['started', 'failed']);
  });
});
