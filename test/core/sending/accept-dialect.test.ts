import { describe, expect, it } from 'vitest';
import type { Message } from '../../../core/delivery/message.ts';
import type { Endpoint } from '../../../core/directory/endpoint.ts';
import { hashSecret } from '../../../core/directory/secret-hash.ts';
import type { AcceptPorts } from '../../../core/sending/accept.ts';
import { createAcceptDialect, type DialectSend, unavailableIn } from '../../../core/sending/accept-dialect.ts';
import { takeEach } from '../../../core/sending/take-each.ts';
import { memoryAlertHeads } from '../../fakes/alerts.ts';
import { memoryAsking } from '../../fakes/asks.ts';
import { memoryDuplicates } from '../../fakes/duplicates.ts';
import { memoryFanOut } from '../../fakes/fan-out.ts';

const NOW = Date.parse('2026-11-22T10:00:00.000Z');
const PUBLIC_ID = 'abcdefghijklmnopqrstu';
const KEY = `nrk_${'a1'.repeat(32)}`;
const JSON_TYPE = { 'content-type': 'application/json' };

interface Setup {
  readonly endpoint?: Partial<Endpoint>;
  readonly exists?: boolean;
  /** How many notifications the quota has left. */
  readonly quota?: number;
  /** Stores so many, then fails. */
  readonly storeLimit?: number;
  /** How long each store takes, in milliseconds. */
  readonly storeMs?: number;
}

function rig(setup: Setup = {}) {
  const stored: Message[] = [];
  const heads = memoryAlertHeads();
  let now = NOW;
  let serial = 0;
  let counted = 0;
  let underWay = 0;
  let mostUnderWay = 0;
  const links = [{ channelId: 'ch_1', kind: 'webhook', enabled: true, filter: null }] as const;
  const owner = { organizationId: 'org_1', webhookId: 'wh_1', webhookName: 'CI', enabled: true, requireApiKey: false };
  const exceeded = { kind: 'exceeded', limit: 1, usage: 1, plan: 'free' } as const;
  const isLeft = () => counted < (setup.quota ?? Infinity);
  const ports: AcceptPorts = {
    endpoints: {
      read: async () => (setup.exists === false ? undefined : { ...owner, links: [...links], ...setup.endpoint }),
    },
    messages: {
      async store(message) {
        mostUnderWay = Math.max(mostUnderWay, (underWay += 1));
        await Promise.resolve();
        now += setup.storeMs ?? 0;
        underWay -= 1;
        if (stored.length >= (setup.storeLimit ?? Infinity)) throw new Error('DynamoDB is away');
        stored.push(message);
      },
    },
    bodies: { put: async () => 'key' },
    jobs: { enqueue: async () => [] },
    parking: { park: async () => undefined },
    quota: {
      async count() {
        if (!isLeft()) return exceeded;
        counted += 1;
        return { kind: 'ok' };
      },
      check: async () => (isLeft() ? { kind: 'ok' } : exceeded),
    },
    duplicates: memoryDuplicates(),
    fanOut: memoryFanOut(),
    alerts: { heads, pause: async () => {} },
    asking: memoryAsking().ports,
    presets: { fetchText: async () => undefined, now: () => now },
    now: () => now,
    newUlid: () => `01KAG20RM0ABCDEFGHJKMN${String(serial++).padStart(4, '0')}`,
  };
  const accept = createAcceptDialect(ports, { maxBodyBytes: 200_000, maxHops: 3 });
  const send = async (request: Partial<DialectSend>) =>
    accept({
      dialect: 'gotify',
      publicId: PUBLIC_ID,
      method: 'POST',
      path: '/message',
      query: '',
      headers: {},
      body: '{"message":"x"}',
      requestId: 'request_1',
      ...request,
    });
  return { send, stored, heads, counted: () => counted, mostUnderWay: () => mostUnderWay };
}

const alerts = (count: number, labels: (at: number) => object = (at) => ({ alertname: `A${at}` })) => ({
  dialect: 'alertmanager' as const,
  path: '/api/v2/alerts',
  body: JSON.stringify(Array.from({ length: count }, (_, at) => ({ labels: labels(at) }))),
});

describe('a send in the words of another product', () => {
  it('is stored like any other, and answered in its words', async () => {
    const { send, stored } = rig();

    const { answer, messageIds } = await send({
      headers: JSON_TYPE,
      body: '{"message":"full","title":"Disk","n":1.50}',
    });

    expect(answer).toMatchObject({ status: 200, json: { message: 'full' } });
    expect(stored).toMatchObject([
      {
        id: messageIds[0],
        content: { title: 'Disk', message: 'full' },
        format: 'json',
        payload: { text: '{"message":"full","title":"Disk","n":1.50}' },
        routing: [{ channelId: 'ch_1', matched: true }],
        notes: ['read as Gotify sends it'],
      },
    ]);
  });

  it('takes the place of the preset, and the templates win over it', async () => {
    const { send, stored } = rig({ endpoint: { preset: 'github', templates: { title: '{{ extras.name }}!' } } });

    await send({ headers: JSON_TYPE, body: '{"message":"x","title":"T","extras":{"name":"Own"}}' });

    expect(stored[0]).toMatchObject({ content: { title: 'Own!', message: 'x' } });
  });

  it('is known by its Idempotency-Key', async () => {
    const { send, stored } = rig();
    const headers = { ...JSON_TYPE, 'idempotency-key': 'k' };

    const [first, again] = [await send({ headers }), await send({ headers })];

    expect(stored).toHaveLength(1);
    expect(again.messageIds).toEqual(first.messageIds);
  });

  it('has its own error for a path and a method that there are not', async () => {
    const { send } = rig();

    expect(await send({ path: '/nothing' })).toMatchObject({ answer: { status: 404, json: { errorCode: 404 } } });
    expect(await send({ method: 'DELETE' })).toMatchObject({ answer: { status: 405 }, allowed: ['POST'] });
  });
});

describe('the checks of a send, in its order', () => {
  const secured = { requireApiKey: true, apiKeyHash: hashSecret(KEY) };
  const tooLarge = { body: 'x'.repeat(200_001) };

  it.each([
    ['an unknown webhook', { exists: false, endpoint: { ...secured, enabled: false } }, tooLarge, 404],
    ['a wrong key', { endpoint: { ...secured, enabled: false }, quota: 0 }, tooLarge, 401],
    ['a webhook that is off', { endpoint: { enabled: false }, quota: 0 }, tooLarge, 403],
    ['a loop', { quota: 0 }, { ...tooLarge, headers: { 'x-notification-hops': 'a,b,c,d' } }, 508],
    ['a quota that is used up', { quota: 0 }, tooLarge, 429],
    ['a quota that is used up, before what is wrong with the body', { quota: 0 }, { body: '{}' }, 429],
    ['a quota that is used up, and nothing wrong', { quota: 0 }, {}, 429],
    ['a body that is too large', {}, tooLarge, 413],
    ['a body that says nothing', {}, { headers: JSON_TYPE, body: '{}' }, 400],
  ])('%s', async (_, setup, request, status) => {
    const { send, stored } = rig(setup);

    expect(await send(request)).toMatchObject({ answer: { status, json: { errorCode: status } }, messageIds: [] });
    expect(stored).toEqual([]);
  });

  it.each([
    ['its own place', { query: `token=${KEY}` }],
    ['its own header', { headers: { 'x-gotify-key': KEY } }],
    ['the place of a send', { headers: { authorization: `Bearer ${KEY}` } }],
  ])('a key in %s', async (_, request) => {
    expect(await rig({ endpoint: secured }).send(request)).toMatchObject({ answer: { status: 200 } });
  });

  it('a key that nobody asks for is ignored, and no body is searched for one', async () => {
    expect(await rig().send({ query: 'token=wrong' })).toMatchObject({ answer: { status: 200 } });
  });

  it('says why what branches too far goes no further', async () => {
    const { send } = rig();
    const headers = { 'x-notification-origin': 'msg_1', 'x-notification-hops': 'a' };

    const { loopReason, answer } = await untilRefused(async () => send({ headers }));

    expect(answer.status).toBe(508);
    expect(loopReason).toContain('msg_1');
  });
});

async function untilRefused<T extends { answer: { status: number } }>(send: () => Promise<T>): Promise<T> {
  for (let sent = 0; sent < 2000; sent += 1) {
    const result = await send();
    if (result.answer.status !== 200) return result;
  }
  throw new Error('never refused');
}

describe('several notifications in a request', () => {
  it('are all stored before the answer, some at a time, and each counts', async () => {
    const { send, stored, counted, mostUnderWay } = rig();

    const { answer, messageIds } = await send(alerts(1000));

    expect(answer).toEqual({ status: 200 });
    expect(new Set(messageIds).size).toBe(1000);
    expect(stored).toHaveLength(1000);
    expect(counted()).toBe(1000);
    expect(mostUnderWay()).toBeLessThanOrEqual(16);
  });

  it('are not acknowledged when the quota ends among them', async () => {
    const { send, stored } = rig({ quota: 3 });

    const { answer, messageIds } = await send(alerts(100));

    expect(answer.status).toBe(429);
    expect(stored).toHaveLength(3);
    expect(messageIds).toHaveLength(3);
  });

  it('are not acknowledged when one cannot be stored, and nothing runs on after that', async () => {
    const { send, stored } = rig({ storeLimit: 20 });

    await expect(send(alerts(100))).rejects.toThrow('DynamoDB is away');
    expect(stored).toHaveLength(20);
  });

  it('are not acknowledged when they take longer than their sender waits', async () => {
    const { send, stored } = rig({ storeMs: 1000 });

    await expect(send(alerts(100))).rejects.toThrow('no time');
    expect(stored.length).toBeLessThan(30);
  });

  it('of one alert wait for each other, and make one alert', async () => {
    const { send, heads, mostUnderWay } = rig({ endpoint: { lifecycle: {} } });

    await send(alerts(50, () => ({ alertname: 'A' })));

    expect(heads.all()).toMatchObject([{ key: '{alertname="A"}', count: 50, status: 'firing' }]);
    expect(mostUnderWay()).toBe(1);
  });

  it('that are of no alert wait for nobody', async () => {
    const items = [
      { payload: {}, payloadText: '{}' },
      { payload: {}, payloadText: '{}' },
    ];
    let underWay = 0;
    const seen: number[] = [];

    const { messageIds } = await takeEach(
      items,
      async () => {
        seen.push((underWay += 1));
        await Promise.resolve();
        underWay -= 1;
        return { kind: 'accepted', messageId: 'msg_1' };
      },
      () => NOW,
    );

    expect(messageIds).toEqual(['msg_1', 'msg_1']);
    expect(seen).toEqual([1, 2]);
  });

  it('may be none, once the quota has been asked', async () => {
    expect(await rig().send(alerts(0))).toEqual({ answer: { status: 200 }, messageIds: [] });
    expect(await rig({ quota: 0 }).send(alerts(0))).toMatchObject({ answer: { status: 429 } });
  });
});

describe('the alerts of a webhook with a lifecycle', () => {
  const lifecycle = { endpoint: { lifecycle: {} } };
  const pagerduty = (event: object) => ({
    dialect: 'pagerduty' as const,
    path: '/v2/enqueue',
    body: JSON.stringify(event),
  });

  it('are begun, acknowledged and ended in the words of their sender', async () => {
    const { send, heads } = rig(lifecycle);
    const seen: unknown[] = [];
    for (const event_action of ['trigger', 'acknowledge', 'resolve']) {
      await send(pagerduty({ event_action, dedup_key: 'disk', payload: { summary: 'full', severity: 'critical' } }));
      seen.push(heads.all().map(({ key, status, count }) => ({ key, status, count })));
    }

    expect(seen).toEqual([
      [{ key: 'disk', status: 'firing', count: 1 }],
      [{ key: 'disk', status: 'acknowledged', count: 1 }],
      [{ key: 'disk', status: 'resolved', count: 1 }],
    ]);
  });

  it('are known by the id of the message where the sender has none', async () => {
    const { send, heads } = rig(lifecycle);

    const { messageIds, answer } = await send(pagerduty({ event_action: 'trigger', payload: { summary: 'full' } }));

    expect(heads.all()).toMatchObject([{ key: messageIds[0] }]);
    expect(answer).toMatchObject({ json: { dedup_key: messageIds[0] } });
  });

  it('are read from templates and from the body where the dialect knows nothing', async () => {
    const byTemplate = rig({ endpoint: { lifecycle: { key: '{{ dedup_key }}-own' } } });
    const byTag = rig(lifecycle);

    await byTemplate.send(pagerduty({ event_action: 'trigger', dedup_key: 'disk' }));
    await byTag.send({
      dialect: 'apprise',
      path: '/notify',
      headers: JSON_TYPE,
      body: '{"body":"x","tag":"dedup:disk"}',
    });
    await byTag.send({
      dialect: 'apprise',
      path: '/notify',
      headers: JSON_TYPE,
      body: '{"body":"x","tag":"dedup:disk","type":"success"}',
    });

    expect(byTemplate.heads.all()).toMatchObject([{ key: 'disk-own' }]);
    expect(byTag.heads.all()).toMatchObject([{ key: 'disk', status: 'resolved' }]);
  });

  it('end by themselves when their sender falls silent, at the latest when the webhook says', async () => {
    const body = JSON.stringify([{ labels: { alertname: 'A' }, endsAt: new Date(NOW + 239_900).toISOString() }]);
    const sooner = rig({ endpoint: { lifecycle: { autoResolveSeconds: 120 } } });
    const later = rig({ endpoint: { lifecycle: { autoResolveSeconds: 600 } } });
    const silent = rig(lifecycle);

    for (const { send } of [sooner, later, silent]) await send({ ...alerts(1), body });

    expect(sooner.heads.all()).toMatchObject([{ autoResolveSeconds: 120 }]);
    expect(later.heads.all()).toMatchObject([{ autoResolveSeconds: 240 }]);
    expect(silent.heads.all()).toMatchObject([{ autoResolveSeconds: 240 }]);
  });

  it('never end sooner than in a minute, nor later than in thirty days', async () => {
    const soon = rig(lifecycle);
    const late = rig(lifecycle);
    const body = (endsAt: number) =>
      JSON.stringify([{ labels: { alertname: 'A' }, endsAt: new Date(endsAt).toISOString() }]);

    await soon.send({ ...alerts(1), body: body(NOW + 1) });
    await late.send({ ...alerts(1), body: body(NOW + 365 * 86_400_000) });

    expect(soon.heads.all()).toMatchObject([{ autoResolveSeconds: 60 }]);
    expect(late.heads.all()).toMatchObject([{ autoResolveSeconds: 2_592_000 }]);
  });
});

it('says in their words that nothing could be stored', async () => {
  const send = {
    dialect: 'opsgenie',
    publicId: PUBLIC_ID,
    method: 'POST',
    path: '/v2/alerts',
    query: '',
    headers: {},
    body: '',
    requestId: 'r',
  } as const;

  expect(await unavailableIn(send, NOW)).toEqual({
    status: 503,
    json: { message: 'Service unavailable', took: 0, requestId: 'r' },
  });
});
