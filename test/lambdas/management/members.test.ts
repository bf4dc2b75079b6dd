import { beforeEach, describe, expect, it } from 'vitest';
import { type Api, BASE_URL, openApi } from './api.ts';

const ada = { token: 'person-ada' };
const bob = { token: 'person-bob' };

let api: Api;
let path: string;
/** Ada's own organisation. */
beforeEach(async () => {
  api = await openApi();
  const created = await api.call('POST', '/organizations', { ...ada, body: { name: 'Ada & Co' } });
  path = `/organizations/${created.body.id}`;
});

const invite = async (email: string, role: string) =>
  (await api.call('POST', `${path}/invitations`, { ...ada, body: { email, role } })).body;
const accept = async (token: string, who: { token: string }) =>
  api.call('POST', `/invitations/${token}/accept`, { ...who, body: {} });
const join = async (who: { token: string }, role: string) => {
  const invited = await invite(`${who.token.slice('person-'.length)}@example.com`, role);
  await accept(invited.token, who);
  const { body } = await api.call('GET', '/me', who);
  return `${path}/members/${body.user.id}`;
};
const idOf = async (who: { token: string }) => (await api.call('GET', '/me', who)).body.user.id;

describe('a person who signs in', () => {
  it('is nowhere at first, and owner of what they create', async () => {
    const newcomer = await api.call('GET', '/me', bob);
    const owner = await api.call('GET', '/me', ada);

    expect(newcomer.body).toEqual({
      user: { id: expect.stringMatching(/^usr_/), email: 'bob@example.com' },
      organizations: [],
    });
    expect(owner.body.organizations).toEqual([{ id: expect.any(String), name: 'Ada & Co', role: 'owner' }]);
  });

  it('gets no management token with a new organisation', async () => {
    const created = await api.call('POST', '/organizations', { ...bob, body: { name: 'Bob' } });

    expect(created.body).not.toHaveProperty('managementToken');
  });

  it('acts in several organisations, in each with the role held there', async () => {
    await api.call('POST', '/organizations', { ...bob, body: { name: 'Bob' } });
    await join(bob, 'member');

    const me = await api.call('GET', '/me', bob);
    const create = await api.call('POST', `${path}/webhooks`, { ...bob, body: { name: 'No' } });

    expect(me.body.organizations.map(({ role }: { role: string }) => role).sort()).toEqual(['member', 'owner']);
    expect(create.status).toBe(403);
  });

  it('is asked to come back when the issuer cannot be reached', async () => {
    const answer = await api.call('GET', '/me', { token: 'person-nobody' });

    expect([answer.status, answer.headers['retry-after']]).toEqual([503, '5']);
  });
});

describe('invitations', () => {
  it('show token and link once, and lead to membership once', async () => {
    const invited = await invite('Bob@Example.com', 'admin');
    const list = await api.call('GET', `${path}/invitations`, ada);
    const joined = await accept(invited.token, bob);
    const again = await accept(invited.token, bob);

    expect(invited).toMatchObject({
      email: 'Bob@Example.com',
      role: 'admin',
      link: `${BASE_URL}/invitations/${invited.token}`,
    });
    expect(invited.token).toMatch(/^nri_[0-9a-f]{64}$/);
    expect(list.text).not.toContain(invited.token);
    expect(joined.body).toEqual({ id: path.split('/')[2], name: 'Ada & Co', role: 'admin' });
    expect(again.status).toBe(404);
    expect((await api.call('GET', `${path}/invitations`, ada)).body.items).toEqual([]);
  });

  it('are sent to the invited address, and are good without', async () => {
    const invited = await invite('bob@example.com', 'admin');
    api.inviteOutcome.next = { kind: 'failed', error: 'no sender is known' };
    const unsent = await invite('bob@example.com', 'admin');

    expect([invited.emailed, unsent.emailed]).toEqual([true, false]);
    expect(api.invited[0]).toMatchObject({ to: 'bob@example.com', organizationName: 'Ada & Co', link: invited.link });
    expect((await accept(unsent.token, bob)).status).toBe(200);
  });

  it('let in nobody but the invited person', async () => {
    const invited = await invite('bob@example.com', 'owner');

    const eve = await accept(invited.token, { token: 'person-eve' });
    const token = await accept(invited.token, { token: api.tokens.owner });
    const guess = await accept(`nri_${'0'.repeat(64)}`, bob);

    expect([eve.status, token.status, guess.status]).toEqual([403, 403, 404]);
    expect((await accept(invited.token, bob)).status).toBe(200);
  });

  it('end after seven days', async () => {
    const invited = await invite('bob@example.com', 'member');

    api.generators.advance(7 * 24 * 60 * 60 * 1000);

    expect((await accept(invited.token, bob)).status).toBe(404);
    expect((await api.call('GET', `${path}/invitations`, ada)).body.items).toEqual([]);
  });

  it('can be taken back', async () => {
    const invited = await invite('bob@example.com', 'member');

    const removed = await api.call('DELETE', `${path}/invitations/${invited.id}`, ada);

    expect([removed.status, (await accept(invited.token, bob)).status]).toEqual([204, 404]);
    expect((await api.call('DELETE', `${path}/invitations/${invited.id}`, ada)).status).toBe(404);
  });

  it('change nothing for who is a member already', async () => {
    await join(bob, 'admin');
    const invited = await invite('bob@example.com', 'owner');

    const answer = await accept(invited.token, bob);

    expect(answer.body.role).toBe('admin');
  });

  it.each([
    ['no address', { role: 'member' }, 'email'],
    ['a bad address', { email: 'bob', role: 'member' }, 'email'],
    ['an unknown role', { email: 'bob@example.com', role: 'root' }, 'role'],
    ['an unknown field', { email: 'bob@example.com', role: 'member', organizationId: 'org_x' }, 'organizationId'],
  ])('are refused with %s', async (_, body, where) => {
    const answer = await api.call('POST', `${path}/invitations`, { ...ada, body });

    expect([answer.status, answer.body.details[0].path]).toEqual([400, where]);
  });

  it('of another organisation are not there', async () => {
    const invited = await invite('bob@example.com', 'member');

    const answer = await api.call('DELETE', `${api.organization}/invitations/${invited.id}`, {
      token: api.tokens.owner,
    });

    expect(answer.status).toBe(404);
  });
});

describe('members', () => {
  it('are seen by every member', async () => {
    await join(bob, 'member');

    const list = await api.call('GET', `${path}/members`, bob);

    expect(list.body.items.map(({ email, role }: { email: string; role: string }) => [email, role])).toEqual([
      ['bob@example.com', 'member'],
      ['ada@example.com', 'owner'],
    ]);
  });

  it('get another role from the very next request on', async () => {
    const member = await join(bob, 'member');
    const create = async () => (await api.call('POST', `${path}/webhooks`, { ...bob, body: { name: 'x' } })).status;

    const before = await create();
    await api.call('PATCH', member, { ...ada, body: { role: 'admin' } });
    const after = await create();
    await api.call('DELETE', member, ada);

    expect([before, after, await create()]).toEqual([403, 201, 404]);
  });

  it.each(['member', 'admin'])('cannot raise themselves from %s', async (role) => {
    const member = await join(bob, role);

    const patch = await api.call('PATCH', member, { ...bob, body: { role: 'owner' } });
    const invitation = await api.call('POST', `${path}/invitations`, {
      ...bob,
      body: { email: 'a@b.co', role: 'owner' },
    });
    const token = await api.call('POST', `${path}/tokens`, { ...bob, body: { name: 'x', role: 'owner' } });
    const ada = await api.call('DELETE', `${path}/members/${await idOf({ token: 'person-ada' })}`, bob);

    expect([patch.status, invitation.status, token.status, ada.status]).toEqual([403, 403, 403, 403]);
  });

  it('may leave', async () => {
    const member = await join(bob, 'member');

    const left = await api.call('DELETE', member, bob);

    expect(left.status).toBe(204);
    expect((await api.call('GET', '/me', bob)).body.organizations).toEqual([]);
  });

  it('stay when they are the last owner, until there is another one', async () => {
    const own = `${path}/members/${await idOf(ada)}`;
    const leave = await api.call('DELETE', own, ada);
    const demote = await api.call('PATCH', own, { ...ada, body: { role: 'member' } });
    await join(bob, 'owner');

    const later = await api.call('DELETE', own, ada);

    expect([leave.status, demote.status, later.status]).toEqual([400, 400, 204]);
  });

  it('are guarded by If-Match', async () => {
    const member = await join(bob, 'member');
    const headers = { 'if-match': (await api.call('GET', member, ada)).headers['etag']! };

    const first = await api.call('PATCH', member, { ...ada, headers, body: { role: 'admin' } });
    const second = await api.call('PATCH', member, { ...ada, headers, body: { role: 'owner' } });

    expect([first.status, second.status]).toEqual([200, 409]);
  });
});

describe('deleting an organisation', () => {
  it('needs its name, and ends everything in it', async () => {
    await join(bob, 'admin');
    await api.call('POST', `${path}/invitations`, { ...ada, body: { email: 'eve@example.com', role: 'member' } });
    const token = (await api.call('POST', `${path}/tokens`, { ...ada, body: { name: 'CI', role: 'owner' } })).body
      .token;
    const webhook = (await api.call('POST', `${path}/webhooks`, { ...ada, body: { name: 'Hook' } })).body;
    const channel = (
      await api.call('POST', `${path}/channels`, { ...ada, body: { kind: 'live-stream', name: 'Live', config: {} } })
    ).body;
    await api.call('PUT', `${path}/webhooks/${webhook.id}/channels/${channel.id}`, { ...ada, body: {} });

    const missing = await api.call('DELETE', path, { ...ada, body: {} });
    const wrong = await api.call('DELETE', path, { ...ada, body: { confirm: 'ada & co' } });
    const asAdmin = await api.call('DELETE', path, { ...bob, body: { confirm: 'Ada & Co' } });
    const deleted = await api.call('DELETE', path, { ...ada, body: { confirm: 'Ada & Co' } });

    expect([missing.status, wrong.status, asAdmin.status, deleted.status]).toEqual([400, 400, 403, 204]);
    expect(await api.directory.endpointAt(webhook.publicId)).toBeUndefined();
    expect(await api.directory.streamAt(channel.streamId)).toBeUndefined();
    expect(await api.directory.controlsOf(channel.id)).toMatchObject([{ action: { type: 'close' } }]);
    expect((await api.call('GET', '/me', { token })).status).toBe(401);
    for (const who of [ada, bob]) {
      expect((await api.call('GET', path, who)).status).toBe(404);
      expect((await api.call('GET', '/me', who)).body.organizations).toEqual([]);
    }
  });

  it('leaves other organisations alone', async () => {
    await api.call('DELETE', path, { ...ada, body: { confirm: 'Ada & Co' } });

    expect((await api.call('GET', api.organization, { token: api.tokens.member })).status).toBe(200);
  });
});
