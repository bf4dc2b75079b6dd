import { beforeEach, describe, expect, it } from 'vitest';
import type { Ask } from '../../../core/ask/ask.ts';
import { idOf } from '../../../core/message/ids.ts';
import { anAsk } from '../../fakes/asks.ts';
import { type Api, openApi } from './api.ts';

let api: Api;
beforeEach(async () => {
  api = await openApi();
});

const as = (token: string, body?: object) => ({ token, ...(body === undefined ? {} : { body }) });

/** Somebody who signs in and is a member; @returns what they call with. */
async function addMember(name: string, role: string): Promise<string> {
  const token = `person-${name}`;
  const body = { email: `${name}@example.com`, role };
  const invited = await api.call('POST', `${api.organization}/invitations`, as(api.tokens.owner, body));
  await api.call('POST', `/invitations/${invited.body.token}/accept`, as(token));
  return token;
}

/** An open ask of the organisation. */
async function open(own: Partial<Ask> = {}) {
  const ulid = api.generators.newUlid();
  const now = api.generators.now();
  const id = idOf('ask', ulid);
  const times = { createdAt: now, endsAt: now + 600_000, dueAt: now + 600_000 };
  const messageId = idOf('message', ulid);
  const ask = await api.asks.open(anAsk({ ...times, id, messageId, organizationId: api.acme.id, ...own }));
  return { ask, id, path: `${api.organization}/asks/${id}`, answer: `${api.organization}/asks/${id}/answer` };
}

describe('asks over the API', () => {
  it('are listed and read by members, without their secrets', async () => {
    const { ask, id, path } = await open({ seed: 'a-very-secret-seed' });

    const list = await api.call('GET', `${api.organization}/asks?status=pending`, as(api.tokens.member));
    const one = await api.call('GET', path, as(api.tokens.member));
    const ended = await api.call('GET', `${api.organization}/asks?status=answered`, as(api.tokens.member));

    expect(list.body).toMatchObject({ items: [{ id, askId: id, status: 'pending', answer: null, title: 'Deploy?' }] });
    expect(one.body).toEqual(list.body.items[0]);
    expect(ended.body).toEqual({ items: [], nextCursor: null });
    expect(list.text).not.toContain(ask.seed);
  });

  it('are answered by people of any role and by tokens of admins and owners, and the audit log says by whom', async () => {
    const person = await addMember('ada', 'member');
    const first = await open();
    const second = await open();

    const byPerson = await api.call('POST', first.answer, as(person, { option: 'yes' }));
    const byMember = await api.call('POST', second.answer, as(api.tokens.member, { option: 'yes' }));
    const byAdmin = await api.call('POST', second.answer, as(api.tokens.admin, { option: 'no' }));

    expect(byPerson).toMatchObject({
      status: 200,
      body: {
        status: 'answered',
        answer: { option: 'yes', by: { type: 'user', name: 'ada@example.com' }, channelId: null },
      },
    });
    expect([byMember.status, byAdmin.status]).toEqual([403, 200]);
    expect(byAdmin.body.answer.by).toMatchObject({ type: 'token', name: 'admin' });
    expect(api.toldAsks.map(({ askId }) => askId)).toEqual([first.id, second.id]);
    const { items } = await api.deps.store.listAudit(api.acme.id, { limit: 10 });
    expect(items.filter(({ action }) => action === 'ask.answered').map(({ target }) => target)).toEqual([
      second.id,
      first.id,
    ]);
  });

  it('are answered once: whoever is late hears who was first', async () => {
    const { answer } = await open();
    const { admin, owner } = api.tokens;

    const [first, second] = await Promise.all([
      api.call('POST', answer, as(admin, { option: 'yes' })),
      api.call('POST', answer, as(owner, { option: 'no' })),
    ]);

    expect([first.status, second.status]).toEqual([200, 409]);
    expect(second.body).toMatchObject({ error: 'The ask has ended', status: 'answered', answer: first.body.answer });
  });

  it('with approvers are answered by these people only', async () => {
    const ada = await addMember('ada', 'member');
    const bob = await addMember('bob', 'owner');
    const { answer } = await open({ approvers: ['Ada@example.com'] });

    const wrong = [
      await api.call('POST', answer, as(api.tokens.owner, { option: 'yes' })),
      await api.call('POST', answer, as(bob, { option: 'yes' })),
    ];
    const right = await api.call('POST', answer, as(ada, { option: 'yes' }));

    expect(wrong.map(({ status, body }) => [status, body.error])).toEqual([
      [403, 'Only a person can answer this'],
      [403, 'Only its approvers can answer this'],
    ]);
    expect(right.status).toBe(200);
  });

  it('refuse what is no answer', async () => {
    const { answer } = await open();
    const { admin } = api.tokens;

    for (const body of [
      {},
      { option: 'maybe' },
      { option: 'yes', text: 'but' },
      { option: 1 },
      { option: 'yes', x: 1 },
    ]) {
      expect((await api.call('POST', answer, as(admin, body))).status).toBe(400);
    }
    expect(api.toldAsks).toEqual([]);
  });

  it('have expired for whoever reads them after their time', async () => {
    const { path, answer } = await open({ endsAt: api.generators.now() - 1 });

    const list = await api.call('GET', `${api.organization}/asks?status=expired`, as(api.tokens.member));
    const one = await api.call('GET', path, as(api.tokens.member));
    const late = await api.call('POST', answer, as(api.tokens.admin, { option: 'yes' }));

    expect([list.body.items[0].status, one.body.status, late.status]).toEqual(['expired', 'expired', 409]);
  });

  it('are nothing to another organisation, and an id of another shape is none', async () => {
    const { path } = await open();
    const foreign = `/organizations/${api.other.id}${path.slice(api.organization.length)}`;

    const answers = [
      await api.call('GET', foreign, as(api.tokens.otherOwner)),
      await api.call('POST', `${foreign}/answer`, as(api.tokens.otherOwner, { option: 'yes' })),
      await api.call('GET', `${api.organization}/asks/PLACE%230`, as(api.tokens.owner)),
    ];

    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
  });
});

describe('the links of a webhook', () => {
  async function linked(kind: string, config: object) {
    const { admin } = api.tokens;
    const webhook = await api.call('POST', `${api.organization}/webhooks`, as(admin, { name: 'CI' }));
    const channel = await api.call('POST', `${api.organization}/channels`, as(admin, { kind, name: 'C', config }));
    const path = `${api.organization}/webhooks/${webhook.body.id}/channels/${channel.body.id}`;
    return async (body: object) => api.call('PUT', path, as(admin, body));
  }

  it('let people answer once somebody says so, until somebody says otherwise', async () => {
    const put = await linked('mattermost', { webhookUrl: 'https://chat.example.com/hooks/x' });

    const seen = [];
    for (const body of [{}, { answers: true }, { enabled: false }, { answers: false }]) {
      seen.push((await put(body)).body.channels[0].answers);
    }

    expect(seen).toEqual([false, true, true, false]);
  });

  it('let nobody answer where machines read', async () => {
    const put = await linked('webhook', { url: 'https://example.com/hook' });

    const refused = await put({ answers: true });

    expect(refused).toMatchObject({ status: 400, body: { details: [{ path: 'answers' }] } });
    expect((await put({ answers: false })).status).toBe(200);
  });
});
