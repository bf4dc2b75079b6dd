import { beforeEach, describe, expect, it } from 'vitest';
import { DAILY_LIMIT } from '../../../core/directory/daily-limit.ts';
import { idOf } from '../../../core/message/ids.ts';
import { hashSecret } from '../../../core/directory/secret-hash.ts';
import { auditEntry } from '../../fakes/audit.ts';
import { type Api, openApi } from './api.ts';

const ada = { token: 'person-ada' };
const bob = { token: 'person-bob' };
const eve = { token: 'person-eve' };

let api: Api;
let path: string;
/** Ada's organisation, with Bob as a second owner. */
beforeEach(async () => {
  api = await openApi();
  path = `/organizations/${(await api.call('POST', '/organizations', { ...ada, body: { name: 'Acme' } })).body.id}`;
  await join(bob, 'owner');
});

interface Who {
  readonly token: string;
}

const invite = async (by: Who, who: Who, role: string) =>
  api.call('POST', `${path}/invitations`, {
    ...by,
    body: { email: `${who.token.slice('person-'.length)}@example.com`, role },
  });
const accept = async (who: Who, token: string) =>
  (await api.call('POST', `/invitations/${token}/accept`, { ...who, body: {} })).status;
async function join(who: Who, role: string): Promise<void> {
  expect(await accept(who, (await invite(ada, who, role)).body.token)).toBe(200);
}
const memberOf = async (who: Who) => `${path}/members/${(await api.call('GET', '/me', who)).body.user.id}`;
const make = async (by: Who, role: string, more: object = {}) =>
  api.call('POST', `${path}/tokens`, { ...by, body: { name: `${role} token`, role, ...more } });
const statusOf = async (token: string) => (await api.call('GET', '/me', { token })).status;
const listed = async (what: string) =>
  (await api.call('GET', `${path}/${what}`, ada)).body.items.map(({ id }: { id: string }) => id);

describe('a token', () => {
  it('says who made it and when it ends', async () => {
    const made = await make(bob, 'admin', { expiresAt: '2026-11-21T10:00:00.000Z' });

    const list = await api.call('GET', `${path}/tokens`, ada);

    expect(list.body.items[0]).toEqual({
      id: made.body.id,
      name: 'admin token',
      role: 'admin',
      prefix: made.body.token.slice(0, 12),
      createdAt: '2026-11-20T10:00:00.000Z',
      createdBy: { type: 'user', id: expect.stringMatching(/^usr_/), name: 'bob@example.com' },
      expiresAt: '2026-11-21T10:00:00.000Z',
      lastUsedAt: null,
    });
  });

  it('dies with the membership of its maker, and does not come back with it', async () => {
    const made = await make(bob, 'member');
    const before = await statusOf(made.body.token);

    await api.call('DELETE', await memberOf(bob), ada);
    const after = await statusOf(made.body.token);
    const list = await listed('tokens');
    await join(bob, 'owner');

    expect([before, after, await statusOf(made.body.token)]).toEqual([200, 401, 401]);
    expect(list).toEqual([]);
  });

  it('dies when its maker leaves', async () => {
    const made = await make(bob, 'owner');

    await api.call('DELETE', await memberOf(bob), bob);

    expect(await statusOf(made.body.token)).toBe(401);
  });

  it('dies when its maker no longer has its role, and does not come back with that', async () => {
    const [owner, admin, member] = [await make(bob, 'owner'), await make(bob, 'admin'), await make(bob, 'member')];
    const tokens = [owner, admin, member].map(({ body }) => body.token);

    await api.call('PATCH', await memberOf(bob), { ...ada, body: { role: 'admin' } });
    const demoted = await Promise.all(tokens.map(statusOf));
    await api.call('PATCH', await memberOf(bob), { ...ada, body: { role: 'owner' } });
    const again = await Promise.all(tokens.map(statusOf));

    expect(demoted).toEqual([401, 200, 200]);
    expect(again).toEqual([401, 200, 200]);
    expect(await listed('tokens')).toEqual([member.body.id, admin.body.id]);
  });

  it('dies with each token in the row that made it', async () => {
    const first = await make(bob, 'owner');
    const second = await make(first.body, 'owner');
    const third = await make(second.body, 'member');
    const other = await make(bob, 'member');
    const before = await statusOf(third.body.token);

    await api.call('DELETE', `${path}/tokens/${first.body.id}`, ada);

    const after = await Promise.all([second, third, other].map(({ body }) => statusOf(body.token)));
    expect([before, ...after]).toEqual([200, 401, 401, 200]);
    expect(await listed('tokens')).toEqual([other.body.id]);
  });

  it('of a token falls with the person behind both, even if a member’s token could stay', async () => {
    const first = await make(bob, 'owner');
    const second = await make(first.body, 'member');

    await api.call('PATCH', await memberOf(bob), { ...ada, body: { role: 'member' } });

    expect([await statusOf(first.body.token), await statusOf(second.body.token)]).toEqual([401, 401]);
    expect(await listed('tokens')).toEqual([]);
  });

  it.each(['a removal', 'a lower role'])('does not come back after %s that broke off in its middle', async (change) => {
    const { store } = api.deps;
    const made = await make(bob, 'owner');
    const [, , organizationId = '', , memberId = ''] = (await memberOf(bob)).split('/');
    const member = (await store.readMember(organizationId, memberId))!;
    // Nothing was cleared away.
    const entry = auditEntry(organizationId);
    if (change === 'a removal') await store.removeMember(member, entry);
    else
      await store.replaceMember({
        before: member,
        after: { ...member, role: 'admin', version: member.version + 1 },
        entry,
      });
    const before = await statusOf(made.body.token);

    if (change === 'a removal') await join(bob, 'owner');
    else await api.call('PATCH', await memberOf(bob), { ...ada, body: { role: 'owner' } });

    expect([before, await statusOf(made.body.token)]).toEqual([401, 401]);
  });

  it('that is made while its maker is being removed proves nothing', async () => {
    const { store } = api.deps;
    const removed = memberOf(bob).then(async (member) => api.call('DELETE', member, ada));
    const made = await make(bob, 'owner');
    await removed;
    // What a slow request stored after the removal was answered.
    const { token, ...view } = (await make(ada, 'owner')).body;
    const late = (await store.readToken(path.split('/')[2]!, view.id))!;
    const lineage = [(await api.call('GET', '/me', bob)).body.user.id];
    await store.removeToken(late, auditEntry(api.acme.id));
    await store.insertToken({ ...late, lineage }, auditEntry(api.acme.id));

    expect(await statusOf(token)).toBe(401);
    expect(made.status === 201 ? await statusOf(made.body.token) : 401).toBe(401);
  });

  it('ends at its time, and is not listed any more', async () => {
    const made = await make(bob, 'member', { expiresAt: '2026-11-20T11:00:00Z' });

    api.generators.advance(60 * 60 * 1000 - 1);
    const before = await statusOf(made.body.token);
    api.generators.advance(1);

    expect([before, await statusOf(made.body.token)]).toEqual([200, 401]);
    expect(await listed('tokens')).toEqual([]);
  });

  it.each(['2026-11-20T10:00:00.000Z', '2026-11-20T10:00:00.999Z', '2020-01-01T00:00:00Z', 'tomorrow', 7])(
    'cannot end at %s',
    async (expiresAt) => {
      const answer = await make(bob, 'member', { expiresAt });

      expect([answer.status, answer.body.details[0].path]).toEqual([400, 'expiresAt']);
    },
  );

  it('gives no longer life than its own', async () => {
    const brief = await make(bob, 'owner', { expiresAt: '2026-11-20T11:00:00.000Z' });

    const inherited = await make(brief.body, 'member');
    const shorter = await make(brief.body, 'member', { expiresAt: '2026-11-20T10:30:00.000Z' });
    const longer = await make(brief.body, 'member', { expiresAt: '2026-11-20T11:00:01.000Z' });

    expect([inherited.body.expiresAt, shorter.body.expiresAt]).toEqual([
      '2026-11-20T11:00:00.000Z',
      '2026-11-20T10:30:00.000Z',
    ]);
    expect([longer.status, longer.body.details[0].path]).toEqual([400, 'expiresAt']);
  });

  it('has at most eight others before it', async () => {
    let maker: Who = bob;
    for (let made = 1; made <= 8; made += 1) maker = (await make(maker, 'owner')).body;

    expect([await statusOf(maker.token), (await make(maker, 'owner')).status]).toEqual([200, 400]);
  });

  it('from before makers were noted goes on working', async () => {
    const secret = `nrm_${'b'.repeat(64)}`;
    const id = idOf('token', api.generators.newUlid());
    const facts = {
      name: 'Old',
      role: 'owner',
      prefix: 'nrm_bbbbbbbb',
      createdAt: '2026-01-01T00:00:00.000Z',
    } as const;
    const organizationId = path.split('/')[2]!;
    const old = { id, organizationId, tokenHash: hashSecret(secret), ...facts };
    await api.deps.store.insertToken(old, auditEntry(api.acme.id));

    const made = await make({ token: secret }, 'member');
    const list = await api.call('GET', `${path}/tokens`, ada);

    expect([await statusOf(secret), await statusOf(made.body.token)]).toEqual([200, 200]);
    expect(list.body.items[1]).toMatchObject({ id, createdBy: null, expiresAt: null });
  });
});

describe('an invitation', () => {
  it('falls with the membership, or the role, of whoever made it', async () => {
    const first = await invite(bob, eve, 'owner');
    await api.call('PATCH', await memberOf(bob), { ...ada, body: { role: 'admin' } });
    const demoted = await accept(eve, first.body.token);
    await api.call('PATCH', await memberOf(bob), { ...ada, body: { role: 'owner' } });
    const second = await invite(bob, eve, 'member');
    await api.call('DELETE', await memberOf(bob), ada);

    expect([demoted, await accept(eve, first.body.token), await accept(eve, second.body.token)]).toEqual([
      404, 404, 404,
    ]);
    expect(await listed('invitations')).toEqual([]);
  });

  it('falls with the token that made it', async () => {
    const token = await make(bob, 'owner');
    const invited = await invite(token.body, eve, 'owner');

    await api.call('DELETE', `${path}/tokens/${token.body.id}`, ada);

    expect(await accept(eve, invited.body.token)).toBe(404);
  });

  it('that was stored after its maker was removed makes nobody a member', async () => {
    const { store } = api.deps;
    const { id: bobId } = (await api.call('GET', '/me', bob)).body.user;
    const invited = await invite(ada, eve, 'owner');
    const stored = (await store.readInvitation(path.split('/')[2]!, invited.body.id))!;
    await api.call('DELETE', `${path}/members/${bobId}`, ada);
    await store.removeInvitation(stored, auditEntry(api.acme.id));
    await store.insertInvitation({ ...stored, lineage: [bobId] }, auditEntry(api.acme.id));

    expect(await accept(eve, invited.body.token)).toBe(404);
  });
});

describe('the audit log', () => {
  it('says what fell with a removed member', async () => {
    const token = await make(bob, 'owner');
    const invited = await invite(bob, eve, 'owner');

    await api.call('DELETE', await memberOf(bob), ada);

    const { items } = (await api.call('GET', `${path}/audit`, ada)).body;
    const fallen = items.filter(({ reason }: { reason: string | null }) => reason !== null);
    expect(fallen).toMatchObject([
      {
        action: 'invitation.deleted',
        target: invited.body.id,
        reason: expect.stringContaining('removed'),
        actor: { name: 'ada@example.com' },
      },
      { action: 'token.deleted', target: token.body.id, before: { name: 'owner token', role: 'owner' } },
    ]);
  });

  it('of the organisation that a token came from says which organisation it created', async () => {
    const token = await make(bob, 'owner');

    const created = await api.call('POST', '/organizations', { token: token.body.token, body: { name: 'Shadow' } });

    const audit = await api.call('GET', `${path}/audit`, ada);
    const own = await api.call('GET', `/organizations/${created.body.id}/audit`, {
      token: created.body.managementToken,
    });
    const entry = {
      action: 'organization.created',
      target: created.body.id,
      actor: { type: 'token', id: token.body.id },
      after: { name: 'Shadow' },
    };
    expect([audit.body.items[0], own.body.items.at(-1)]).toMatchObject([entry, entry]);
  });
});

describe('creating organisations', () => {
  const create = async (token: string) => api.call('POST', '/organizations', { token, body: { name: 'New' } });

  it.each(['member', 'admin'])('is not for a token with the role %s', async (role) => {
    const made = await make(bob, role);

    const answer = await create(made.body.token);

    expect([answer.status, answer.body]).toEqual([403, { error: 'This needs the role owner' }]);
  });

  it('gives a first owner that outlives the token it came from', async () => {
    const token = await make(bob, 'owner');
    const created = await create(token.body.token);

    await api.call('DELETE', `${path}/tokens/${token.body.id}`, ada);

    const list = await api.call('GET', `/organizations/${created.body.id}/tokens`, {
      token: created.body.managementToken,
    });
    expect(list.body.items).toMatchObject([{ role: 'owner', createdBy: { type: 'token', id: token.body.id } }]);
  });

  it('is limited per person and day, whatever chain of tokens and organisations they use', async () => {
    let { token } = (await make(bob, 'owner')).body;
    const statuses: number[] = [];
    for (let made = 0; made < DAILY_LIMIT; made += 1) {
      const created = await create(made % 2 === 0 ? token : bob.token);
      statuses.push(created.status);
      token = created.body.managementToken ?? token;
    }

    const [bySelf, byToken, byOther] = [await create(bob.token), await create(token), await create(ada.token)];
    api.generators.advance(14 * 60 * 60 * 1000);
    const nextDay = await create(bob.token);

    expect(statuses.every((status) => status === 201)).toBe(true);
    expect([bySelf.status, byToken.status, byOther.status, nextDay.status]).toEqual([429, 429, 201, 201]);
    expect(bySelf.headers['retry-after']).toBe(String(14 * 60 * 60));
    expect(bySelf.body.error).toBe('At most 100 organisations a day can be made by one person or organisation');
  });
});

describe('inviting', () => {
  it('is limited per person and day, whatever chain of tokens and organisations they use', async () => {
    const founder = (await make(bob, 'owner')).body.token;
    const created = await api.call('POST', '/organizations', { token: founder, body: { name: 'Other' } });
    const places = [
      { place: path, token: bob.token },
      { place: `/organizations/${created.body.id}`, token: created.body.managementToken },
    ];
    const inviteTo = async (index: number) => {
      const { place, token } = places[index % places.length]!;
      return api.call('POST', `${place}/invitations`, { token, body: { email: 'x@example.com', role: 'member' } });
    };
    const statuses: number[] = [];
    for (let made = 0; made < DAILY_LIMIT; made += 1) statuses.push((await inviteTo(made)).status);

    const refused = [await inviteTo(0), await inviteTo(1)];

    expect(statuses.every((status) => status === 201)).toBe(true);
    expect(refused.map(({ status }) => status)).toEqual([429, 429]);
    expect(api.invited).toHaveLength(DAILY_LIMIT + 1);
  });
});
