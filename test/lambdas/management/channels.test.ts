import { beforeEach, describe, expect, it } from 'vitest';
import { auditEntry } from '../../fakes/audit.ts';
import { type Api, BASE_URL, openApi } from './api.ts';

let api: Api;
let path: string;
beforeEach(async () => {
  api = await openApi();
  path = `${api.organization}/channels`;
});

const asAdmin = (body?: unknown, headers: Record<string, string> = {}) => ({
  token: api.tokens.admin,
  headers,
  ...(body === undefined ? {} : { body }),
});
const post = (body: object) => api.call('POST', path, asAdmin(body));
const createStream = async (config: object = {}) => (await post({ kind: 'live-stream', name: 'Live', config })).body;
const SECRET = `whsec_${Buffer.alloc(32, 5).toString('base64')}`;
const createWebhook = async (config: object = {}) =>
  (await post({ kind: 'webhook', name: 'Hook', config: { url: 'https://example.com/in', ...config } })).body;
const patch = (id: string, body: object, headers?: Record<string, string>) =>
  api.call('PATCH', `${path}/${id}`, asAdmin(body, headers));

describe('creating a channel', () => {
  it('of kind live-stream gives a stream ID, its URL and the defaults', async () => {
    const answer = await post({ kind: 'live-stream', name: 'Live', config: { format: 'text' } });

    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      id: expect.stringMatching(/^ch_[0-9A-Z]{26}$/),
      slug: null,
      managedBy: null,
      drift: false,
      health: { state: 'unused', successRate: null, p95Ms: null, lastDeliveredAt: null, lastFailure: null },
      kind: 'live-stream',
      name: 'Live',
      enabled: true,
      disabledReason: null,
      config: { format: 'text', includePriority: true, includeTags: true, includePayload: true },
      updates: 'each',
      streamId: expect.any(String),
      streamUrl: `${BASE_URL}/api/stream/${answer.body.streamId}`,
      createdAt: '2026-11-20T10:00:00.000Z',
      updatedAt: '2026-11-20T10:00:00.000Z',
    });
    expect(await api.directory.streamAt(answer.body.streamId)).toMatchObject({
      channelId: answer.body.id,
      enabled: true,
    });
  });

  it('of kind webhook shows a secret made for it this once, and masks it afterwards', async () => {
    const created = await createWebhook();
    const read = await api.call('GET', `${path}/${created.id}`, { token: api.tokens.member });

    expect(created.config.secret).toMatch(/^whsec_/);
    expect(read.body.config.secret).toBe(`••••${created.config.secret.slice(-4)}`);
    expect(read.body.config.url).toBe('https://example.com/in');
    expect(read.body).not.toHaveProperty('streamId');
  });

  it('that leads to a queue of the router itself is refused, also by a change', async () => {
    const queueUrl = (name: string) => `https://sqs.eu-central-1.amazonaws.com/111122223333/${name}`;
    const details = [{ path: 'config.queueUrl', message: expect.stringContaining('the router itself') }];

    const refused = await post({ kind: 'sqs', name: 'Queue', config: { queueUrl: queueUrl('Own') } });
    const created = await post({ kind: 'sqs', name: 'Queue', config: { queueUrl: queueUrl('alerts') } });
    const changed = await patch(created.body.id, { config: { queueUrl: queueUrl('Own') } });

    expect(refused).toMatchObject({ status: 400, body: { details } });
    expect(created.status).toBe(201);
    expect(changed).toMatchObject({ status: 400, body: { details } });
  });

  it('masks secrets that were given, in every answer', async () => {
    const created = await createWebhook({ secret: SECRET, headers: { authorization: 'Bearer very-secret-1234' } });
    const list = await api.call('GET', path, { token: api.tokens.member });

    expect(created.config).toMatchObject({
      secret: `••••${SECRET.slice(-4)}`,
      headers: { authorization: '••••1234' },
    });
    expect(list.text).not.toContain('very-secret');
    expect(list.text).not.toContain(SECRET);
  });

  it('is refused with the path of what is wrong', async () => {
    const bad = [
      [{ kind: 'webhook', name: 'a', config: {} }, 'config.url'],
      [{ kind: 'webhook', name: 'a', config: { url: 'ftp://x' } }, 'config.url'],
      [{ kind: 'webhook', name: 'a', config: { url: 'http://10.0.0.1' } }, 'config.url'],
      [{ kind: 'webhook', name: 'a', config: { url: 'https://x.example', secret: '••••abcd' } }, 'config.secret'],
      [{ kind: 'live-stream', name: 'a', config: { format: 'xml' } }, 'config.format'],
      [{ kind: 'pigeon', name: 'a', config: {} }, 'kind'],
      [{ kind: 'live-stream', name: 'a' }, 'config'],
      [{ kind: 'live-stream', name: 'a', config: { a: [[[[[[[[[[1]]]]]]]]]] } }, 'config'],
      [{ kind: 'live-stream', name: 'a', config: {}, streamId: 'mine' }, 'streamId'],
    ] as const;

    for (const [body, where] of bad) {
      const answer = await post(body);
      expect([answer.status, answer.body.details[0].path]).toEqual([400, where]);
    }
  });
});

describe('changing a channel', () => {
  it('keeps a secret that comes back masked', async () => {
    const created = await createWebhook({ secret: SECRET, headers: { 'x-key': 'first-secret-0001' } });
    const { body } = await api.call('GET', `${path}/${created.id}`, asAdmin());

    const answer = await patch(created.id, { config: { ...body.config, url: 'https://example.com/new' } });

    const stored = await api.deps.store.readChannel(api.acme.id, created.id);
    expect(answer.status).toBe(200);
    expect(stored?.config).toMatchObject({
      url: 'https://example.com/new',
      secret: SECRET,
      headers: { 'x-key': 'first-secret-0001' },
    });
  });

  it('merges its config: null removes a field, and a removed signing secret is made anew', async () => {
    const created = await createWebhook({ secret: SECRET, headers: { 'x-a': 'aaaaaaaaaa', 'x-b': 'bbbbbbbbbb' } });

    const answer = await patch(created.id, { config: { headers: { 'x-a': null }, secret: null } });

    const stored = await api.deps.store.readChannel(api.acme.id, created.id);
    expect(stored?.config).toMatchObject({ headers: { 'x-b': 'bbbbbbbbbb' }, previousSecret: SECRET });
    expect(stored?.config['headers']).not.toHaveProperty('x-a');
    expect(answer.body.config.secret).toBe(stored?.config['secret']);
    expect(answer.text).not.toContain(SECRET);
  });

  it('refuses the mask of another secret', async () => {
    const created = await createWebhook({ secret: SECRET, headers: { 'x-a': 'aaaaaaaaaa' } });

    const answer = await patch(created.id, { config: { headers: { 'x-a': '••••zzzz' } } });

    expect([answer.status, answer.body.details]).toEqual([
      400,
      expect.arrayContaining([expect.objectContaining({ path: 'config.headers.x-a' })]),
    ]);
  });

  it('cannot change its kind', async () => {
    const { id } = await createStream();

    expect((await patch(id, { kind: 'webhook' })).status).toBe(400);
  });

  it('reaches open readers of a stream: a new format reconfigures, a switch or a new ID disconnects', async () => {
    const { id, streamId } = await createStream();

    await patch(id, { name: 'Renamed' });
    await patch(id, { config: { format: 'text' } });
    await patch(id, { enabled: false });
    await patch(id, { enabled: true });
    const regenerated = await api.call('POST', `${path}/${id}/regenerate-stream-id`, asAdmin());
    await api.call('DELETE', `${path}/${id}`, asAdmin());

    const controls = await api.directory.controlsOf(id);
    expect(controls.map(({ action }) => action.type)).toEqual(['configure', 'close', 'close', 'close']);
    expect(controls[0]).toMatchObject({ kind: 'control', action: { config: { format: 'text' } } });
    expect(await api.directory.streamAt(streamId)).toBeUndefined();
    expect(regenerated.body.streamId).not.toBe(streamId);
    expect(await api.directory.streamAt(regenerated.body.streamId)).toBeUndefined();
  });

  it('remembers when a stream was off, for 30 days', async () => {
    const { id, streamId } = await createStream();
    const off = api.generators.now();

    await patch(id, { enabled: false });
    api.generators.advance(1000);
    await patch(id, { enabled: true });
    const paused = await api.directory.streamAt(streamId);
    api.generators.advance(31 * 24 * 3600 * 1000);
    await patch(id, { name: 'Later' });
    const later = await api.directory.streamAt(streamId);

    expect(paused).toMatchObject({ enabled: true, pauses: [{ from: off, until: off + 1000 }] });
    expect(later?.pauses).toEqual([]);
  });

  it('clears the reason why it was switched off when it is switched on', async () => {
    const created = await createWebhook();
    const stored = await api.deps.store.readChannel(api.acme.id, created.id);
    const after = { ...stored!, enabled: false, disabledReason: 'the receiver answered 410', version: 2 };
    await api.deps.store.replaceChannel({ before: stored!, after, controls: [], entry: auditEntry(api.acme.id) });

    const renamed = await patch(created.id, { name: 'Renamed' });
    const enabled = await patch(created.id, { enabled: true });

    expect(renamed.body.disabledReason).toBe('the receiver answered 410');
    expect(enabled.body.disabledReason).toBeNull();
  });

  it('is refused with 409 when If-Match names an older version', async () => {
    const { id } = await createStream();
    await patch(id, { name: 'New' });

    const stale = await patch(id, { name: 'Newer' }, { 'if-match': '"1"' });
    const deletion = await api.call('DELETE', `${path}/${id}`, asAdmin(undefined, { 'if-match': '"1"' }));

    expect([stale.status, deletion.status]).toEqual([409, 409]);
  });
});

describe('deleting a channel', () => {
  it('unlinks it from every webhook', async () => {
    const { id } = await createStream();
    const kept = await createStream();
    const webhooks = `${api.organization}/webhooks`;
    const hooks = [];
    for (const name of ['one', 'two', 'three']) {
      const { body } = await api.call('POST', webhooks, asAdmin({ name }));
      for (const channel of [id, kept.id])
        await api.call('PUT', `${webhooks}/${body.id}/channels/${channel}`, asAdmin({}));
      hooks.push(body);
    }

    const answer = await api.call('DELETE', `${path}/${id}`, asAdmin());

    const list = await api.call('GET', webhooks, asAdmin());
    const linked = list.body.items.map((hook: { channels: { channelId: string }[] }) => hook.channels);
    expect(answer.status).toBe(204);
    expect(linked.flat().map(({ channelId }: { channelId: string }) => channelId)).toEqual([kept.id, kept.id, kept.id]);
    expect((await api.directory.endpointAt(hooks[0].publicId))?.links).toHaveLength(1);
  });
});

describe('testing a channel', () => {
  it('sends a sample through the kind and answers what came of it', async () => {
    const { id } = await createWebhook();

    const delivered = await api.call('POST', `${path}/${id}/test`, asAdmin());
    api.sendOutcome.next = { kind: 'failed', status: 404, error: 'the receiver answered 404' };
    const failed = await api.call('POST', `${path}/${id}/test`, asAdmin());

    expect(delivered.body).toEqual({ outcome: 'delivered', status: 200, durationMs: 0 });
    expect(failed.body).toEqual({ outcome: 'failed', status: 404, error: 'the receiver answered 404', durationMs: 0 });
    expect(api.sent[0]).toMatchObject({ channel: { id }, message: { content: { tags: ['test'] }, hops: [] } });
  });

  it('writes a test event for the readers of a stream, unless it is off', async () => {
    const { id } = await createStream();

    const open = await api.call('POST', `${path}/${id}/test`, asAdmin());
    await patch(id, { enabled: false });
    const off = await api.call('POST', `${path}/${id}/test`, asAdmin());

    expect(open.body).toEqual({ outcome: 'delivered', durationMs: 0 });
    expect(off.body).toMatchObject({ outcome: 'skipped' });
    const controls = await api.directory.controlsOf(id);
    expect(controls.map(({ action }) => action.type)).toEqual(['test', 'close']);
  });

  it('works before the channel is saved, and shows what it would look like, without a secret', async () => {
    const drafts = path.replace('/channels', '/channel-drafts');
    const draft = { kind: 'slack', config: { botToken: 'xoxb-secret-token', channel: 'C0123456789' } };

    const tested = await api.call('POST', `${drafts}/test`, asAdmin(draft));
    const preview = await api.call('POST', `${drafts}/preview`, asAdmin(draft));
    const refused = await api.call('POST', `${drafts}/preview`, asAdmin({ kind: 'slack', config: { channel: '' } }));
    const list = await api.call('GET', path, asAdmin());

    expect(tested.body).toEqual({ outcome: 'delivered', status: 200, durationMs: 0 });
    expect(api.sent.at(-1)).toMatchObject({ channel: { kind: 'slack', config: draft.config } });
    expect(preview.body).toMatchObject({ title: 'Disk almost full on db-1', bodies: [expect.any(String)] });
    expect(JSON.stringify(preview.body)).not.toContain('xoxb-secret-token');
    expect([refused.status, refused.body.details.map((issue: { path: string }) => issue.path)]).toEqual([
      400,
      expect.arrayContaining(['config.channel']),
    ]);
    expect(list.body.items.map(({ kind }: { kind: string }) => kind)).not.toContain('slack');
  });

  it('is 404 for an unknown channel and 400 for a stream ID or a page that a kind does not have', async () => {
    const { id } = await createWebhook();

    const unknown = await api.call('POST', `${path}/ch_x/test`, asAdmin());
    const noStream = await api.call('POST', `${path}/${id}/regenerate-stream-id`, asAdmin());
    const noPage = await api.call('POST', `${path}/${id}/regenerate-push-url`, asAdmin());

    expect([unknown.status, noStream.status, noPage.status]).toEqual([404, 400, 400]);
  });
});

describe('GET /channel-kinds', () => {
  it('describes every kind with the schema of its config and its secret fields', async () => {
    const answer = await api.call('GET', '/channel-kinds', { token: api.tokens.member });

    const kinds = Object.fromEntries(answer.body.items.map((kind: { name: string }) => [kind.name, kind]));
    expect(Object.keys(kinds)).toEqual(expect.arrayContaining(['live-stream', 'webhook']));
    expect(kinds['live-stream'].configSchema.properties.format).toMatchObject({
      enum: ['json', 'text'],
      default: 'json',
    });
    expect(kinds['webhook'].secretFields).toEqual(['secret', 'headers.*']);
    expect(kinds['webhook'].configSchema.required).toEqual(['url']);
    expect(['webhook', 'email', 'telegram'].map((name) => kinds[name].updates)).toEqual([
      ['each'],
      ['ends', 'each'],
      ['edit', 'ends', 'each'],
    ]);
  });
});
