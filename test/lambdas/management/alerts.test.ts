import { beforeEach, describe, expect, it } from 'vitest';
import { idOf } from '../../../core/message/ids.ts';
import { message } from '../../core/delivery/rig.ts';
import { type Api, openApi } from './api.ts';

let api: Api;
beforeEach(async () => {
  api = await openApi();
});

const as = (token: string, body?: object) => ({ token, ...(body === undefined ? {} : { body }) });

/** An alert of the organisation, begun by a message. */
async function begin(key = 'disk') {
  const messageId = idOf('message', api.generators.newUlid());
  const now = api.generators.now();
  const thing = { organizationId: api.acme.id, webhookId: 'wh_1', webhookName: 'CI', key, status: 'firing' } as const;
  const said = { messageId, now, at: now, by: { type: 'sender' } as const, matched: [], hops: [], priority: 4 };
  await api.deps.heads.write({ change: { ...thing, ...said }, effect: 'begin' });
  await api.messages.add({ ...message, id: messageId, organizationId: api.acme.id, expiresAt: 4_000_000_000 });
  const id = messageId.replace('msg_', 'al_');
  return { id, messageId, path: `${api.organization}/alerts/${id}` };
}

describe('alerts over the API', () => {
  it('are listed, read, acknowledged and resolved, and the audit log says by whom', async () => {
    const { id, path } = await begin();
    const { admin, member } = api.tokens;

    const list = await api.call('GET', `${api.organization}/alerts?status=open`, as(member));
    const taken = await api.call('POST', `${path}/acknowledge`, as(admin, { seconds: 60 }));
    const again = await api.call('POST', `${path}/acknowledge`, as(admin, {}));
    const resolved = await api.call('POST', `${path}/resolve`, as(admin));
    const shown = await api.call('GET', path, as(member));

    expect(list.body.items).toMatchObject([{ id, status: 'firing', message: 'disk full', maxPriority: 4, count: 1 }]);
    expect(list.body.items[0]).not.toHaveProperty('channels');
    expect(taken.body).toMatchObject({ acknowledged: { by: { type: 'token' }, until: expect.any(String) } });
    expect(again.body).toEqual(taken.body);
    expect(resolved.body).toMatchObject({ status: 'resolved', channels: [] });
    expect(shown.body).toEqual(resolved.body);
    const { items } = await api.deps.store.listAudit(api.acme.id, { limit: 10 });
    const actions = items
      .map(({ action, target }) => [action, target])
      .filter(([action]) => action?.startsWith('alert.'));
    expect(actions).toEqual([
      ['alert.resolved', id],
      ['alert.acknowledged', id],
    ]);
  });

  it('are changed by admins and owners only, and by nobody of another organisation', async () => {
    const { path } = await begin();

    const refused = await api.call('POST', `${path}/resolve`, as(api.tokens.member));
    const foreign = `/organizations/${api.other.id}${path.slice(api.organization.length)}`;
    const other = await api.call('POST', `${foreign}/resolve`, as(api.tokens.otherOwner));

    expect([refused.status, other.status]).toEqual([403, 404]);
  });

  it('are acknowledged without a body until they are resolved', async () => {
    const { path } = await begin();

    const { status, body } = await api.call('POST', `${path}/acknowledge`, as(api.tokens.admin));

    expect([status, body.status]).toEqual([200, 'acknowledged']);
    expect(body.acknowledged).not.toHaveProperty('until');
  });

  it('refuse acknowledgements of less than a minute or more than a week', async () => {
    const { path } = await begin();

    const answers = [59, 604_801, 1.5].map(async (seconds) =>
      api.call('POST', `${path}/acknowledge`, as(api.tokens.admin, { seconds })),
    );

    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([400, 400, 400]);
  });
});

describe('the messages of an alert', () => {
  it('are listed by it, those of an unknown one not at all', async () => {
    const { id, messageId } = await begin();
    api.alerts.members.push({ alertId: id, messageId, said: 'firing' });
    api.alerts.members.push({ alertId: id, messageId: 'msg_01M7W6C3800000000000000099', said: 'firing' });
    const list = async (query: string) =>
      (await api.call('GET', `${api.organization}/messages?${query}`, as(api.tokens.member))).body;

    expect((await list(`alertId=${id}`)).items).toMatchObject([{ id: messageId, alertId: null, origin: 'sender' }]);
    // A page is full or the last one: what is gone takes no place in it.
    expect(await list(`alertId=${id}&limit=1`)).toMatchObject({ items: [{ id: messageId }], nextCursor: null });
    expect((await list(`alertId=${id}&to=2000-01-01T00:00:00Z`)).items).toEqual([]);
    expect((await list(`alertId=${id}&q=nothing`)).items).toEqual([]);
    expect((await list('alertId=al_unknown')).items).toEqual([]);
  });
});

describe('settings of alerts', () => {
  it('are part of a webhook; what is no template is refused, and null takes them away', async () => {
    const create = async (lifecycle: object) =>
      api.call('POST', `${api.organization}/webhooks`, as(api.tokens.admin, { name: 'CI', lifecycle }));
    const patch = async (id: string, body: object) =>
      api.call('PATCH', `${api.organization}/webhooks/${id}`, as(api.tokens.admin, body));

    const made = await create({ key: '{{ a }}', autoResolveSeconds: 60 });
    const kept = await patch(made.body.id, { name: 'Renamed' });
    const gone = await patch(made.body.id, { lifecycle: null });
    const refused = await create({ key: '{{ a', status: '{% x %}' });
    const short = await create({ autoResolveSeconds: 59 });

    expect([made, kept].map(({ body }) => body.lifecycle)).toEqual([
      { key: '{{ a }}', autoResolveSeconds: 60 },
      { key: '{{ a }}', autoResolveSeconds: 60 },
    ]);
    expect(gone.body.lifecycle).toBeNull();
    expect(refused.body.details.map(({ path }: { path: string }) => path)).toEqual([
      'lifecycle.key',
      'lifecycle.status',
    ]);
    expect(short.status).toBe(400);
  });

  it('are part of a channel: people are told of ends unless they ask for each, machines of each', async () => {
    const create = async (kind: string, config: object, updates?: string) =>
      api.call('POST', `${api.organization}/channels`, as(api.tokens.admin, { kind, name: kind, config, updates }));
    const chat = { webhookUrl: 'https://chat.example.com/hooks/x' };
    const machine = { url: 'https://receiver.example.com' };

    const made = await Promise.all([
      create('mattermost', chat),
      create('mattermost', chat, 'each'),
      create('webhook', machine),
      create('webhook', machine, 'each'),
    ]);
    const refused = await Promise.all([create('webhook', machine, 'ends'), create('mattermost', chat, 'edit')]);
    const path = `${api.organization}/channels/${made[2]?.body.id}`;
    const patched = await api.call('PATCH', path, as(api.tokens.admin, { updates: 'ends' }));

    expect(made.map(({ body }) => body.updates)).toEqual(['ends', 'each', 'each', 'each']);
    expect([...refused, patched].map(({ status }) => status)).toEqual([400, 400, 400]);
  });
});
