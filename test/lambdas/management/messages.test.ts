import { beforeEach, describe, expect, it } from 'vitest';
import type { Delivery } from '../../../core/delivery/delivery.ts';
import type { Message } from '../../../core/delivery/message.ts';
import type { Content } from '../../../core/message/content.ts';
import { idOf } from '../../../core/message/ids.ts';
import { type Api, openApi } from './api.ts';

let api: Api;
let path: string;
beforeEach(async () => {
  api = await openApi();
  path = `${api.organization}/messages`;
});

const get = (target: string) => api.call('GET', target, { token: api.tokens.member });
const newId = (kind: 'message' | 'webhook' | 'channel') => idOf(kind, api.generators.newUlid());

const saying = (said: Partial<Content> = {}): Content => ({ message: 'Build failed', tags: ['ci'], ...said });

async function add(overrides: Partial<Message> = {}, deliveries: Partial<Delivery>[] = []): Promise<Message> {
  api.generators.advance(1000);
  const message: Message = {
    id: newId('message'),
    organizationId: api.acme.id,
    webhookId: newId('webhook'),
    webhookName: 'Deployments',
    content: saying(),
    format: 'json',
    receivedAt: new Date(api.generators.now()).toISOString(),
    payload: { text: '{"a":1}' },
    routing: [],
    notes: ['title ← subject'],
    hops: [],
    expiresAt: Math.floor(api.generators.now() / 1000) + 3600,
    ...overrides,
  };
  const rows = deliveries.map((delivery): Delivery => ({
    organizationId: message.organizationId,
    webhookId: message.webhookId,
    messageId: message.id,
    channelId: '',
    state: 'delivered',
    attempt: 1,
    retriesUsed: 0,
    attempts: [],
    expiresAt: message.expiresAt,
    ...delivery,
  }));
  await api.messages.add(message, rows);
  return message;
}

const routed = (channelId: string, kind: 'webhook' | 'live-stream', matched = true) => ({
  channelId,
  kind,
  matched,
  reason: matched ? 'no filter: everything matches' : 'priority is 1',
});
const createChannel = async (body: object) =>
  (await api.call('POST', `${api.organization}/channels`, { token: api.tokens.admin, body })).body;

describe('one message', () => {
  it('is shown whole, with the payload as it was sent', async () => {
    const { id } = await add({
      content: saying({ title: 'CI', priority: 4 }),
      payload: { text: '{"big":12345678901234567890,"__proto__":{"a":1},"n":1.0}' },
    });

    const answer = await get(`${path}/${id}`);

    expect(answer.body).toMatchObject({
      id,
      webhookName: 'Deployments',
      title: 'CI',
      message: 'Build failed',
      priority: 4,
      tags: ['ci'],
      format: 'json',
      deliveries: [],
      routing: [],
      notes: ['title ← subject'],
    });
    expect(answer.text).toContain('"payload":{"big":12345678901234567890,"__proto__":{"a":1},"n":1.0}');
    expect(answer.headers['etag']).toMatch(/^"[0-9a-f]{32}"$/);
    expect(answer.text).not.toMatch(/hops|expiresAt|organizationId/);
  });

  it('survives a payload nested 10,000 deep', async () => {
    const deep = `{"a":${'['.repeat(10_000)}${']'.repeat(10_000)}}`;
    const { id } = await add({ payload: { text: deep } });

    const answer = await api.rawCall('GET', `/api/v1${path}/${id}`, { token: api.tokens.member });

    expect([answer.status, answer.text.includes(deep)]).toEqual([200, true]);
  });

  it('fetches a large payload from the body store', async () => {
    const { id } = await add({ payload: { key: 'org/msg.json' } });

    expect((await get(`${path}/${id}`)).body.payload).toEqual({ key: 'org/msg.json' });
  });

  it('is 404 in another organisation, for an unknown id and for what is no id', async () => {
    const { id } = await add({ organizationId: api.other.id });

    for (const unknown of [id, newId('message'), 'msg_x', `${id}%23ch_1`]) {
      expect((await get(`${path}/${unknown}`)).status).toBe(404);
    }
  });
});

describe('deliveries of a message', () => {
  it('are queued without a row, and what their rows say with one; unmatched links stand in the routing only', async () => {
    const hook = await createChannel({ kind: 'webhook', name: 'Hook', config: { url: 'https://example.com' } });
    const waiting = newId('channel');
    const other = newId('channel');
    const attempts = [
      { at: '2026-11-20T10:00:00.000Z', outcome: 'retry' as const, status: 503, error: 'x', durationMs: 5 },
    ];
    const nextAttemptAt = '2026-11-20T10:01:00.000Z';
    const { id } = await add(
      { routing: [routed(hook.id, 'webhook'), routed(waiting, 'webhook'), routed(other, 'webhook', false)] },
      [{ channelId: hook.id, state: 'retrying', attempts, nextAttemptAt }],
    );

    const { body } = await get(`${path}/${id}`);

    expect(body.deliveries).toEqual([
      { channelId: hook.id, channelName: 'Hook', kind: 'webhook', state: 'retrying', attempts, nextAttemptAt },
      { channelId: waiting, channelName: '(deleted channel)', kind: 'webhook', state: 'queued', attempts: [] },
    ]);
    expect(body.routing).toHaveLength(3);
    expect(body.routing[2]).toEqual({ channelId: other, matched: false, reason: 'priority is 1' });
  });

  it('to a stream are delivered, or skipped when it was off at the time', async () => {
    const live = await createChannel({ kind: 'live-stream', name: 'Live', config: {} });
    const change = (enabled: boolean) =>
      api.call('PATCH', `${api.organization}/channels/${live.id}`, { token: api.tokens.admin, body: { enabled } });
    const routing = [routed(live.id, 'live-stream')];
    const before = await add({ routing });
    api.generators.advance(1);
    await change(false);
    const during = await add({ routing });
    api.generators.advance(1000);
    await change(true);
    const after = await add({ routing });

    const states = [];
    for (const { id } of [before, during, after]) states.push((await get(`${path}/${id}`)).body.deliveries[0].state);

    expect(states).toEqual(['delivered', 'skipped', 'delivered']);
  });
});

describe('listing messages', () => {
  it('goes newest first by cursor, without payload', async () => {
    const ids = [];
    for (let index = 0; index < 3; index += 1) ids.push((await add()).id);

    const first = await get(`${path}?limit=2`);
    const second = await get(`${path}?limit=2&cursor=${first.body.nextCursor}`);

    const found = [...first.body.items, ...second.body.items];
    expect(found.map(({ id }) => id)).toEqual(ids.toReversed());
    expect(found.some((item) => 'payload' in item)).toBe(false);
    expect(second.body.nextCursor).toBeNull();
  });

  it('filters by webhook, state, time and text', async () => {
    const one = await add({ content: saying({ title: 'Überlauf im Tank' }) });
    const two = await add({ routing: [routed(newId('channel'), 'webhook')] });
    const three = await add({ content: saying({ message: 'tank is empty' }) });
    const ids = async (query: string) => (await get(`${path}?${query}`)).body.items.map(({ id }: { id: string }) => id);

    expect(await ids(`webhookId=${one.webhookId}`)).toEqual([one.id]);
    expect(await ids('state=queued')).toEqual([two.id]);
    expect(await ids('state=failed')).toEqual([]);
    expect(await ids(`from=${two.receivedAt}&to=${two.receivedAt}`)).toEqual([two.id]);
    expect(await ids(`from=${encodeURIComponent('2026-11-20T11:00:02+01:00')}`)).toEqual([three.id, two.id]);
    expect(await ids(`q=${encodeURIComponent('TANK')}`)).toEqual([three.id, one.id]);
    expect(await ids(`q=${encodeURIComponent('ÜBER')}`)).toEqual([one.id]);
  });

  it('filters by tag, by priority from one on, and by channel, whose delivery a state then means', async () => {
    const [first, second] = [newId('channel'), newId('channel')];
    const both = [routed(first, 'webhook'), routed(second, 'webhook')];
    const low = await add({
      content: saying({ priority: 2, tags: ['Db', 'prod'] }),
      routing: [routed(first, 'webhook')],
    });
    const high = await add({ content: saying({ priority: 5, tags: ['db2'] }), routing: both }, [
      { channelId: first, state: 'failed' },
      { channelId: second },
    ]);
    await add({ routing: [routed(first, 'webhook', false)] });
    const ids = async (query: string) => (await get(`${path}?${query}`)).body.items.map(({ id }: { id: string }) => id);

    expect(await ids('tag=dB')).toEqual([low.id]);
    expect(await ids('priority=2')).toEqual([high.id, low.id]);
    expect(await ids('priority=3')).toEqual([high.id]);
    expect(await ids(`channelId=${first}`)).toEqual([high.id, low.id]);
    expect(await ids(`channelId=${first}&state=failed`)).toEqual([high.id]);
    expect(await ids(`channelId=${second}&state=failed`)).toEqual([]);
    expect(await ids(`channelId=${newId('channel')}`)).toEqual([]);
    expect((await get(`${path}?tag=db&limit=1`)).body).toMatchObject({ nextCursor: null, searchedTo: null });
  });

  it('refuses filters that are none', async () => {
    const wrong = ['state=lost', 'from=yesterday', 'to=2026-13-01T00:00:00Z', 'Q=x', `q=${'x'.repeat(201)}`];
    for (const query of [...wrong, 'tag=', 'priority=0', 'priority=6', 'priority=high', 'priority=2.5', 'priority=']) {
      expect([query, (await get(`${path}?${query}`)).status]).toEqual([query, 400]);
    }
  });

  it('shows nothing of another organisation, even with its cursor', async () => {
    const { id } = await add();
    const cursor = Buffer.from(`${id.slice(0, -1)}Z`).toString('base64url');

    const answer = await api.call('GET', `/organizations/${api.other.id}/messages?cursor=${cursor}`, {
      token: api.tokens.otherOwner,
    });

    expect(answer.body).toEqual({ items: [], nextCursor: null });
  });
});

describe('evaluating a filter', () => {
  const evaluate = (body: object) =>
    api.call('POST', `${api.organization}/filters/evaluate`, { token: api.tokens.member, body });

  it('says whether a stored message matches, and why', async () => {
    const { id } = await add({ content: saying({ priority: 2 }), payload: { text: '{"env":"prod"}' } });

    const yes = await evaluate({ filter: { path: 'env', op: 'eq', value: 'prod' }, messageId: id });
    const no = await evaluate({ filter: { priority: { gte: 3 } }, messageId: id });

    expect([yes.body.matched, no.body.matched]).toEqual([true, false]);
    expect(no.body.explanation).toContain('2');
  });

  it('reads a body as a send would', async () => {
    const body = { priority: 9, tags: 'a, b', env: 'prod' };

    const answers = await Promise.all([
      evaluate({ filter: { priority: { eq: 5 } }, body }),
      evaluate({ filter: { tags: { all: ['a', 'b'] } }, body }),
      evaluate({ filter: { path: 'env', op: 'matches', value: '^pr' }, body }),
      evaluate({ filter: null, body }),
    ]);

    expect(answers.map((answer) => answer.body.matched)).toEqual([true, true, true, true]);
  });

  it('needs either a message or a body, and a good filter', async () => {
    const statuses = await Promise.all([
      evaluate({ filter: null }),
      evaluate({ filter: null, body: {}, messageId: newId('message') }),
      evaluate({ filter: { a: 1 }, body: {} }),
      evaluate({ body: {} }),
      evaluate({ filter: null, messageId: newId('message') }),
    ]);

    expect(statuses.map(({ status }) => status)).toEqual([400, 400, 400, 400, 404]);
  });
});

describe('the request of a delivery', () => {
  const config = { url: 'https://there.example/hook', headers: { 'x-token': '0123456789abcdef' } };

  it('is what would be sent now, with every secret masked, to whoever may read', async () => {
    const channel = await createChannel({ kind: 'webhook', name: 'There', config });
    const { id } = await add({ routing: [routed(channel.id, 'webhook')] });

    const { status, body, text } = await get(`${path}/${id}/deliveries/${channel.id}/request`);

    expect(status).toBe(200);
    expect(body.requests).toEqual([
      {
        method: 'POST',
        url: config.url,
        headers: expect.objectContaining({
          'x-token': '••••cdef',
          'webhook-signature': expect.stringContaining('••••'),
        }),
        body: expect.stringContaining(id),
        curl: expect.stringContaining(`curl -X POST '${config.url}'`),
      },
    ]);
    expect(text).not.toContain('0123456789ab');
  });

  it('is none of a stream, and 404 where nothing was routed or the channel is gone', async () => {
    const stream = await createChannel({ kind: 'live-stream', name: 'Live', config: {} });
    const { id } = await add({ routing: [routed(stream.id, 'live-stream'), routed('ch_gone', 'webhook')] });
    const of = async (messageId: string, channelId: string) =>
      get(`${path}/${messageId}/deliveries/${channelId}/request`);

    expect((await of(id, stream.id)).body).toEqual({ requests: [] });
    expect((await of(id, 'ch_gone')).status).toBe(404);
    expect((await of(id, 'ch_other')).status).toBe(404);
    expect((await of('msg_none', stream.id)).status).toBe(404);
  });
});

describe('a list that searches', () => {
  it('says how far it came, and one that does not search says nothing of it', async () => {
    await add();

    expect((await get(`${path}?q=failed`)).body).toMatchObject({ nextCursor: null, searchedTo: null });
    expect((await get(`${path}?state=retrying`)).body).toEqual({ items: [], nextCursor: null, searchedTo: null });
    expect((await get(`${path}?state=failed`)).body).toEqual({ items: [], nextCursor: null });
    expect((await get(path)).body).not.toHaveProperty('searchedTo');
  });
});
