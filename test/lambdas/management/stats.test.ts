import { describe, expect, it } from 'vitest';
import { figureChangesOf } from '../../../core/figures/change.ts';
import { countBatch } from '../../../core/figures/count.ts';
import { attempt, deliveryRow, messageIdAt, messageRow, NOON, routed } from '../../core/figures/rows.ts';
import { type Api, openApi } from './api.ts';

/** Counts messages of a webhook for a channel, each with its delivery. */
async function count(
  api: Api,
  { webhookId, channelId, states }: { webhookId: string; channelId: string; states: ('delivered' | 'failed')[] },
) {
  const ids = { organizationId: api.acme.id, webhookId };
  const changes = states.flatMap((state, index) => {
    const id = messageIdAt(NOON + index, String(index));
    const attempts = [attempt(state, 200 + index, state === 'failed' ? 'refused' : undefined)];
    return [
      { after: messageRow(id, [routed(channelId)], ids) },
      { after: { ...deliveryRow(id, channelId, { state, attempts }), ...ids } },
    ];
  });
  const records = changes.map((change, index) => ({ sequence: String(index + 1), ...figureChangesOf(change)! }));
  await countBatch(api.figures.pages, { streamShard: channelId, records });
}

async function prepared() {
  const api = await openApi();
  api.generators.advance(NOON + 3_600_000 - api.generators.now());
  const { organization, tokens } = api;
  const webhook = await api.call('POST', `${organization}/webhooks`, { token: tokens.admin, body: { name: 'Builds' } });
  const kind = { kind: 'slack', config: { webhookUrl: 'https://hooks.slack.com/services/T/B/x' } };
  const channel = await api.call('POST', `${organization}/channels`, {
    token: tokens.admin,
    body: { ...kind, name: 'Ops' },
  });
  expect([webhook.status, channel.status]).toEqual([201, 201]);
  const ids = { webhookId: String(webhook.body.id), channelId: String(channel.body.id) };
  const get = async (path: string, headers: Record<string, string> = {}) =>
    api.call('GET', `${organization}${path}`, { token: tokens.member, headers });
  return { api, ids, get };
}

describe('GET …/stats', () => {
  it('answers one series of everything, of the last day in hours', async () => {
    const { api, ids, get } = await prepared();
    await count(api, { ...ids, states: ['delivered', 'failed', 'delivered'] });

    const { status, body } = await get('/stats');

    expect(status).toBe(200);
    expect(body).toMatchObject({ from: '2026-11-19T13:00:00.000Z', to: '2026-11-20T13:00:00.000Z', bucket: '1h' });
    expect(body.asOf).toBe('2026-11-20T12:59:00.000Z');
    expect(body.series).toHaveLength(1);
    expect(body.series[0]).toMatchObject({ id: null, name: null });
    expect(body.series[0].points).toHaveLength(24);
    expect(body.series[0].points.at(-1)).toMatchObject({
      at: '2026-11-20T12:00:00.000Z',
      messages: 3,
      delivered: 2,
      failed: 1,
      skipped: 0,
      pending: 0,
    });
  });

  it.each([
    ['webhook', 'Builds'],
    ['channel', 'Ops'],
  ] as const)('tells series by %s, with names, and null for what was deleted', async (by, name) => {
    const { api, ids, get } = await prepared();
    await count(api, { ...ids, states: ['delivered', 'delivered'] });
    const gone = { webhookId: 'wh_01AAAAAAAAAAAAAAAAAAAAAAAA', channelId: 'ch_01AAAAAAAAAAAAAAAAAAAAAAAA' };
    await count(api, { ...gone, states: ['failed'] });

    const { body } = await get(`/stats?by=${by}&bucket=5m&from=2026-11-20T12:00:00Z&to=2026-11-20T12:04:00Z`);

    expect(body).toMatchObject({ from: '2026-11-20T12:00:00.000Z', to: '2026-11-20T12:05:00.000Z' });
    expect(body.series).toMatchObject([
      { id: by === 'webhook' ? ids.webhookId : ids.channelId, name, points: [{ messages: 2 }] },
      { id: by === 'webhook' ? gone.webhookId : gone.channelId, name: null, points: [{ messages: 1 }] },
    ]);
  });

  it('shows an organisation nothing of another', async () => {
    const { api, ids, get } = await prepared();
    await count(api, { ...ids, states: ['delivered'] });

    const other = await api.call('GET', `/organizations/${api.other.id}/stats`, { token: api.tokens.otherOwner });

    expect(other.body.series[0].points.every(({ messages }: { messages: number }) => messages === 0)).toBe(true);
    expect((await get('/stats')).body.series[0].points.at(-1).messages).toBe(1);
  });

  it.each([
    ['bucket=1m', 'bucket'],
    ['by=kind', 'by'],
    ['from=yesterday', 'from'],
    ['from=2026-11-20T12:00:00Z&to=2026-11-20T11:00:00Z', 'from'],
    ['bucket=5m&from=2026-10-01T00:00:00Z', 'bucket'],
    ['limit=1', 'limit'],
  ])('refuses %s with its path', async (query, path) => {
    const { get } = await prepared();

    const { status, body } = await get(`/stats?${query}`);

    expect(status).toBe(400);
    expect(body.details[0].path).toBe(path);
  });

  it('says so when counting is behind', async () => {
    const { api, ids, get } = await prepared();
    const uncounted = messageIdAt(NOON + 1_800_000, '1');
    api.deps.newestMessages.inShards = async () => [uncounted];

    expect((await get('/stats')).body.asOf).toBe('2026-11-19T13:00:00.000Z');
    await count(api, { ...ids, states: ['delivered'] });
    expect((await get('/stats')).body.asOf).toBe('2026-11-20T12:00:00.000Z');
  });
});

describe('an entity tag', () => {
  it('stays while the same figures hold, and an answer that is known has no body', async () => {
    const { api, ids, get } = await prepared();
    const first = await get('/stats?to=2026-11-20T13:00:00Z');
    api.generators.advance(30_000);

    const again = await get('/stats?to=2026-11-20T13:00:00Z', { 'if-none-match': `"x", ${first.headers['etag']}` });
    await count(api, { ...ids, states: ['delivered'] });
    const changed = await get('/stats?to=2026-11-20T13:00:00Z', { 'if-none-match': first.headers['etag']! });

    expect(again).toMatchObject({ status: 304, text: '', headers: { etag: first.headers['etag'] } });
    expect(changed.status).toBe(200);
    expect(changed.headers['etag']).not.toBe(first.headers['etag']);
  });

  it('is part of every list, and of no answer to a change', async () => {
    const { api, get } = await prepared();
    const { etag = '' } = (await get('/channels')).headers;
    const { tokens, organization } = api;

    const known = await get('/channels', { 'if-none-match': etag });
    const change = await api.call('POST', `${organization}/webhooks`, {
      token: tokens.admin,
      body: { name: 'B' },
      headers: { 'if-none-match': '*' },
    });

    expect(etag).toMatch(/^W\//);
    expect(known.status).toBe(304);
    expect(change.status).toBe(201);
  });

  it('that is a version says nothing about the health of a channel: the answer is given', async () => {
    const { ids, get } = await prepared();
    const { etag = '' } = (await get(`/channels/${ids.channelId}`)).headers;

    expect((await get(`/channels/${ids.channelId}`, { 'if-none-match': etag })).status).toBe(200);
  });
});

describe('the health of channels', () => {
  it('is told in lists and of one, over the last day', async () => {
    const { api, ids, get } = await prepared();
    const before = await get(`/channels/${ids.channelId}`);
    await count(api, { ...ids, states: ['delivered', 'failed', 'failed', 'failed'] });

    const one = await get(`/channels/${ids.channelId}`);
    const { body: list } = await get('/channels');

    expect(before.body.health).toEqual({
      state: 'unused',
      successRate: null,
      p95Ms: null,
      lastDeliveredAt: null,
      lastFailure: null,
    });
    expect(one.body.health).toMatchObject({
      state: 'failing',
      successRate: 0.25,
      lastDeliveredAt: '2026-11-20T12:00:00.200Z',
      lastFailure: { at: '2026-11-20T12:00:00.193Z', error: 'refused' },
    });
    expect(list.items[0].health).toEqual(one.body.health);
  });

  it('takes one read of figures for a list', async () => {
    const { api, get } = await prepared();
    let reads = 0;
    api.deps.figures.readPages = async () => {
      reads += 1;
      return [];
    };

    await get('/channels');

    expect(reads).toBe(1);
  });

  it('is paused of a channel that is switched off, in the answer to the change', async () => {
    const { api, ids } = await prepared();

    const { body } = await api.call('PATCH', `${api.organization}/channels/${ids.channelId}`, {
      token: api.tokens.admin,
      body: { enabled: false },
    });

    expect(body.health.state).toBe('paused');
  });
});
