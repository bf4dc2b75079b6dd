import { beforeEach, describe, expect, it } from 'vitest';
import { hashSecret } from '../../../core/directory/secret-hash.ts';
import { type Api, BASE_URL, openApi } from './api.ts';

let api: Api;
let path: string;
beforeEach(async () => {
  api = await openApi();
  path = `${api.organization}/webhooks`;
});

const asAdmin = (body?: unknown, headers: Record<string, string> = {}) => ({
  token: api.tokens.admin,
  headers,
  ...(body === undefined ? {} : { body }),
});
const create = async (body: object = {}) =>
  (await api.call('POST', path, asAdmin({ name: 'Deployments', ...body }))).body;
const createStream = async () => {
  const body = { kind: 'live-stream', name: 'Live', config: {} };
  return (await api.call('POST', `${api.organization}/channels`, asAdmin(body))).body;
};

describe('creating a webhook', () => {
  it('answers it whole, without a key unless one is required', async () => {
    const answer = await api.call('POST', path, asAdmin({ name: 'Deployments' }));

    expect(answer.status).toBe(201);
    expect(answer.headers['etag']).toBe('"1"');
    expect(answer.body).toEqual({
      id: expect.stringMatching(/^wh_[0-9A-Z]{26}$/),
      publicId: expect.any(String),
      endpointUrl: `${BASE_URL}/n/${answer.body.publicId}`,
      name: 'Deployments',
      enabled: true,
      requireApiKey: false,
      apiKeyPrefix: null,
      preset: null,
      templates: null,
      lifecycle: null,
      slug: null,
      managedBy: null,
      drift: false,
      channels: [],
      createdAt: '2026-11-20T10:00:00.000Z',
      updatedAt: '2026-11-20T10:00:00.000Z',
    });
  });

  it('shows the key this once and stores its hash', async () => {
    const created = await create({ requireApiKey: true, preset: 'github', templates: { title: '{{ a }}' } });
    const read = await api.call('GET', `${path}/${created.id}`, { token: api.tokens.member });
    const endpoint = await api.directory.endpointAt(created.publicId);

    expect(created.apiKey).toMatch(/^nrk_[0-9a-f]{64}$/);
    expect(created).toMatchObject({ preset: 'github', templates: { title: '{{ a }}' } });
    expect(read.body).not.toHaveProperty('apiKey');
    expect(read.body.apiKeyPrefix).toBe(created.apiKey.slice(0, 12));
    expect(endpoint).toMatchObject({ requireApiKey: true, apiKeyHash: hashSecret(created.apiKey), preset: 'github' });
    expect(read.text).not.toContain(hashSecret(created.apiKey));
  });

  it('is refused at the limit of the plan, disabled ones included, and allowed again after a deletion', async () => {
    api = await openApi({ billing: 'plans' });
    path = `${api.organization}/webhooks`;
    const created = [];
    for (let index = 0; index < 5; index += 1) created.push(await create());
    await api.call('PATCH', `${path}/${created[0].id}`, asAdmin({ enabled: false }));

    const refused = await api.call('POST', path, asAdmin({ name: 'One more' }));
    await api.call('DELETE', `${path}/${created[0].id}`, asAdmin());
    const allowed = await api.call('POST', path, asAdmin({ name: 'One more' }));

    expect([refused.status, refused.body.error]).toEqual([429, 'The plan allows 5 webhooks']);
    expect(allowed.status).toBe(201);
  });

  it('knows no limit without plans', async () => {
    for (let index = 0; index < 6; index += 1) await create();

    expect((await api.call('GET', path, { token: api.tokens.member })).body.items).toHaveLength(6);
  });
});

describe('listing webhooks', () => {
  it('pages newest first by cursor', async () => {
    const ids = [];
    for (let index = 0; index < 3; index += 1) ids.push((await create()).id);

    const first = await api.call('GET', `${path}?limit=2`, { token: api.tokens.member });
    const second = await api.call('GET', `${path}?limit=2&cursor=${first.body.nextCursor}`, {
      token: api.tokens.member,
    });

    const found = [...first.body.items, ...second.body.items].map(({ id }: { id: string }) => id);
    expect(found).toEqual(ids.toReversed());
    expect(second.body.nextCursor).toBeNull();
  });

  it('refuses limits, cursors and parameters that are none', async () => {
    const foreign = Buffer.from(`wh_${'0'.repeat(25)}#`).toString('base64url');
    const queries = [
      'limit=0',
      'limit=101',
      'limit=x',
      'limit=1.5',
      'cursor=',
      'cursor=abc',
      `cursor=${foreign}`,
      'a=1',
    ];

    for (const query of queries) {
      const answer = await api.call('GET', `${path}?${query}`, { token: api.tokens.member });
      expect([query, answer.status]).toEqual([query, 400]);
    }
  });

  it('shows nothing of another organisation, even with its cursor', async () => {
    const created = await create();
    const cursor = Buffer.from(created.id).toString('base64url');

    const answer = await api.call('GET', `/organizations/${api.other.id}/webhooks?cursor=${cursor}`, {
      token: api.tokens.otherOwner,
    });

    expect(answer.body).toEqual({ items: [], nextCursor: null });
  });
});

describe('changing a webhook', () => {
  it('merges: what is not named stays, null removes a template', async () => {
    const { id, publicId } = await create({ templates: { title: 'a', message: 'b' } });

    const answer = await api.call(
      'PATCH',
      `${path}/${id}`,
      asAdmin({ enabled: false, templates: { title: null, tags: 'c' } }),
    );

    expect(answer.body).toMatchObject({ name: 'Deployments', enabled: false, templates: { message: 'b', tags: 'c' } });
    expect(answer.headers['etag']).toBe('"2"');
    expect(await api.directory.endpointAt(publicId)).toMatchObject({
      enabled: false,
      templates: { message: 'b', tags: 'c' },
    });
  });

  it('forgets templates when none is left', async () => {
    const { id } = await create({ templates: { title: 'a' } });
    const { id: other } = await create({ templates: { title: 'a' } });

    const one = await api.call('PATCH', `${path}/${id}`, asAdmin({ templates: { title: null } }));
    const all = await api.call('PATCH', `${path}/${other}`, asAdmin({ templates: null }));

    expect([one.body.templates, all.body.templates]).toEqual([null, null]);
  });

  it('may require a key that was never issued', async () => {
    const { id, publicId } = await create();

    const answer = await api.call('PATCH', `${path}/${id}`, asAdmin({ requireApiKey: true }));

    expect(answer.body).toMatchObject({ requireApiKey: true, apiKeyPrefix: null });
    expect(await api.directory.endpointAt(publicId)).not.toHaveProperty('apiKeyHash');
  });

  it('is refused with 409 when If-Match names an older version, and made when it names the current one', async () => {
    const { id } = await create();
    const patch = (etag: string) => api.call('PATCH', `${path}/${id}`, asAdmin({ name: 'New' }, { 'if-match': etag }));

    const results = [];
    for (const etag of ['"1"', '"1"', 'W/"2"', '2', '"7", "2"', '*']) results.push((await patch(etag)).status);

    expect(results).toEqual([200, 409, 409, 409, 200, 200]);
  });

  it('cannot touch the preset, the id or anything unknown', async () => {
    const { id } = await create();

    for (const body of [{ preset: 'github' }, { id: 'wh_1' }, { organizationId: api.other.id }, { links: [] }]) {
      const answer = await api.call('PATCH', `${path}/${id}`, asAdmin(body));
      expect(answer.status).toBe(400);
    }
  });

  it('answers 404 for ids that are unknown, deleted, or no id at all', async () => {
    const { id } = await create();
    await api.call('DELETE', `${path}/${id}`, asAdmin());

    for (const unknown of [id, 'wh_x', '%23', '..%2F..', `${id}%23x`, 'x'.repeat(3000)]) {
      const answer = await api.call('GET', `${path}/${unknown}`, asAdmin());
      expect([unknown, answer.status]).toEqual([unknown, 404]);
    }
  });
});

describe('credentials of a webhook', () => {
  it('move to a new URL at once', async () => {
    const created = await create();

    const answer = await api.call('POST', `${path}/${created.id}/regenerate-url`, asAdmin());

    expect(answer.status).toBe(200);
    expect(answer.body.publicId).not.toBe(created.publicId);
    expect(answer.body.endpointUrl).toBe(`${BASE_URL}/n/${answer.body.publicId}`);
    expect(await api.directory.endpointAt(created.publicId)).toBeUndefined();
    expect(await api.directory.endpointAt(answer.body.publicId)).toMatchObject({ webhookId: created.id });
  });

  it('get a new key at once, shown this once', async () => {
    const created = await create({ requireApiKey: true });

    const answer = await api.call('POST', `${path}/${created.id}/regenerate-key`, asAdmin());

    expect(answer.body.apiKey).not.toBe(created.apiKey);
    const endpoint = await api.directory.endpointAt(created.publicId);
    expect(endpoint?.apiKeyHash).toBe(hashSecret(answer.body.apiKey));
  });

  it('end with the webhook', async () => {
    const created = await create();

    const answer = await api.call('DELETE', `${path}/${created.id}`, asAdmin());

    expect([answer.status, answer.text]).toEqual([204, '']);
    expect(await api.directory.endpointAt(created.publicId)).toBeUndefined();
  });
});

describe('links of a webhook', () => {
  it('says which of the two is not there', async () => {
    const channel = await createStream();
    const webhook = await create();
    const errorOf = async (method: string, webhookId: string, channelId: string) => {
      const { status, body } = await api.call(method, `${path}/${webhookId}/channels/${channelId}`, asAdmin({}));
      return [status, body.error];
    };
    const none = 'ch_00000000000000000000000000';

    expect(await errorOf('PUT', webhook.id, none)).toEqual([404, 'Not found: there is no such channel']);
    expect(await errorOf('PUT', 'wh_none', channel.id)).toEqual([404, 'Not found: there is no such webhook']);
    expect(await errorOf('DELETE', 'wh_none', channel.id)).toEqual([404, 'Not found: there is no such webhook']);
    expect(await errorOf('DELETE', webhook.id, none)).toEqual([
      404,
      'Not found: no such channel is linked to this webhook',
    ]);
  });

  it('are put with a switch and a filter, and changed by putting again', async () => {
    const { id, publicId } = await create();
    const channel = await createStream();
    const link = `${path}/${id}/channels/${channel.id}`;
    const filter = { all: [{ tags: { any: ['a'] } }, { priority: { gte: 3 } }] };

    const first = await api.call('PUT', link, asAdmin({}));
    const second = await api.call('PUT', link, asAdmin({ enabled: false, filter }));

    expect(first.body.channels).toEqual([{ channelId: channel.id, enabled: true, filter: null, answers: false }]);
    expect(second.body.channels).toEqual([{ channelId: channel.id, enabled: false, filter, answers: false }]);
    expect((await api.directory.endpointAt(publicId))?.links).toEqual([
      { channelId: channel.id, kind: 'live-stream', enabled: false, filter },
    ]);
  });

  it('refuse a filter with the path of what is wrong, and numbers that storage would change', async () => {
    const { id } = await create();
    const channel = await createStream();
    const put = (filter: unknown) => api.call('PUT', `${path}/${id}/channels/${channel.id}`, asAdmin({ filter }));

    const wrong = await put({ all: [{ tags: { any: ['a'] } }, { priority: { over: 3 } }] });
    const large = await put({ path: 'id', op: 'eq', value: 2 ** 60 });
    const deep = await put(
      Array.from({ length: 40 }).reduce<unknown>((inner) => ({ not: inner }), { tags: { any: [] } }),
    );

    expect([wrong.status, large.status, deep.status]).toEqual([400, 400, 400]);
    expect(wrong.body.details[0].path).toContain('filter.all[1]');
    expect(large.body.details[0].path).toBe('filter.value');
  });

  it('are gone after deletion, and a second deletion is 404', async () => {
    const { id } = await create();
    const channel = await createStream();
    const link = `${path}/${id}/channels/${channel.id}`;
    await api.call('PUT', link, asAdmin({}));

    const first = await api.call('DELETE', link, asAdmin());
    const second = await api.call('DELETE', link, asAdmin());

    expect([first.status, second.status]).toEqual([204, 404]);
  });

  it('never reach a channel of another organisation', async () => {
    const { id } = await create();
    const foreign = await api.call('POST', `/organizations/${api.other.id}/channels`, {
      token: api.tokens.otherOwner,
      body: { kind: 'live-stream', name: 'Live', config: {} },
    });

    const answer = await api.call('PUT', `${path}/${id}/channels/${foreign.body.id}`, asAdmin({}));

    expect(answer.status).toBe(404);
  });
});

describe('testing a webhook', () => {
  const test = (id: string, body: object = {}) => api.call('POST', `${path}/${id}/test`, asAdmin(body));

  it('sends what its preset reads, as a sender would, and answers as a send does', async () => {
    const { id, publicId } = await create({ preset: 'github', requireApiKey: true });

    const first = await test(id);
    await test(id);

    expect([first.status, first.body]).toEqual([201, { messageId: 'msg_1' }]);
    expect(api.tests[0]).toMatchObject({
      publicId,
      headers: { 'content-type': 'application/json', 'x-github-event': 'issues' },
    });
    expect(JSON.parse(api.tests[0]!.body)).toMatchObject({ action: 'opened' });
    const keys = api.tests.map(({ headers }) => headers['idempotency-key']);
    expect(new Set(keys).size).toBe(2);
    const audit = await api.call('GET', `${api.organization}/audit`, { token: api.tokens.admin });
    expect(audit.body.items[0]).toMatchObject({ action: 'webhook.tested', target: id });
  });

  it('sends the body that is given, JSON or text', async () => {
    const { id } = await create();

    await test(id, { body: { title: 'Mine' } });
    await test(id, { body: 'disk full' });

    expect(api.tests.map(({ body }) => body)).toEqual(['{"title":"Mine"}', 'disk full']);
    expect(api.tests[1]!.headers).not.toHaveProperty('content-type');
  });

  it('passes on why a send is refused', async () => {
    const { id } = await create();
    api.testAnswer.next = { status: 403, text: '{"error":"Webhook is disabled"}' };

    const answer = await test(id);

    expect([answer.status, answer.body]).toEqual([403, { error: 'Webhook is disabled' }]);
  });

  it('is for admins, and for webhooks that are there', async () => {
    const { id } = await create();

    expect((await api.call('POST', `${path}/${id}/test`, { token: api.tokens.member, body: {} })).status).toBe(403);
    expect((await test('wh_none')).status).toBe(404);
    expect((await test(id, { body: 7 })).body.details).toEqual([
      { path: 'body', message: 'must be an object or text' },
    ]);
    expect(api.tests).toEqual([]);
  });
});
