import { beforeEach, describe, expect, it } from 'vitest';
import { message } from '../../core/delivery/rig.ts';
import { auditEntry } from '../../fakes/audit.ts';
import { type Api, openApi } from './api.ts';

let api: Api;
/** What the other organisation has, by the name of the path parameter that would address it. */
let theirs: Record<string, string>;
let mine: Record<string, string>;

/** One of everything, in one organisation. */
async function furnish(organization: string, token: string): Promise<Record<string, string>> {
  const create = async (path: string, body: object) =>
    (await api.call('POST', `${organization}/${path}`, { token, body })).body.id;
  const organizationId = organization.split('/')[2]!;
  const messageId = `msg_${api.generators.newUlid()}`;
  await api.messages.add({ ...message, id: messageId, organizationId, expiresAt: 4_000_000_000 });
  const user = { id: `usr_${api.generators.newUlid()}`, email: 'a@example.com', createdAt: '2026-11-20T10:00:00.000Z' };
  const invitation = await create('invitations', { email: 'secret-guest@example.com', role: 'member' });
  await api.directory.store.acceptInvitation({
    invitation: (await api.directory.store.readInvitation(organizationId, invitation))!,
    member: { ...user, organizationId, role: 'member', version: 1 },
    entry: auditEntry(organizationId),
  });
  const channelId = await create('channels', { kind: 'live-stream', name: 'secret-channel', config: {} });
  return {
    organizationId,
    webhookId: await create('webhooks', { name: 'secret-webhook' }),
    channelId,
    tokenId: await create('tokens', { name: 'secret-token', role: 'member' }),
    invitationId: await create('invitations', { email: 'secret-guest@example.com', role: 'member' }),
    memberId: user.id,
    messageId,
    suppressionId: 'unknown',
    token: `nri_${'0'.repeat(64)}`,
  };
}

beforeEach(async () => {
  api = await openApi();
  theirs = await furnish(`/organizations/${api.other.id}`, api.tokens.otherOwner);
  mine = await furnish(api.organization, api.tokens.owner);
});

const fill = (template: string, ids: Record<string, string>) =>
  template.replace('/api/v1', '').replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? 'unknown');

/** Calls with at least one id below the organisation. */
function deeper(): { method: string; template: string; parameters: string[] }[] {
  return Object.entries<Record<string, unknown>>(api.document.paths).flatMap(([template, methods]) => {
    const parameters = [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
    if (!template.includes('/organizations/{organizationId}/') || parameters.length < 2) return [];
    return Object.keys(methods).map((method) => ({ method: method.toUpperCase(), template, parameters }));
  });
}

const VALID: Record<string, object> = { role: { role: 'owner' }, name: { name: 'Taken over' }, link: {} };

describe('what belongs to another organisation', () => {
  it('is not there, in whatever place of the path its id stands, and stays as it is', async () => {
    const before = JSON.stringify(await stored());
    const calls = deeper();

    for (const { method, template, parameters } of calls) {
      for (const name of parameters.filter((parameter) => parameter !== 'organizationId')) {
        const path = fill(template, { ...mine, [name]: theirs[name]! });
        for (const body of Object.values(VALID)) {
          const answer = await api.call(method, path, { token: api.tokens.owner, body });
          expect([404, 400], `${method} ${template} with another ${name}: ${answer.text}`).toContain(answer.status);
          expect(answer.text).not.toContain(theirs[name]);
        }
        api.generators.advance(1000);
      }
    }

    expect(calls.length).toBeGreaterThan(15);
    expect(JSON.stringify(await stored())).toBe(before);
  });

  it('is in no list, even from a cursor of its own', async () => {
    for (const list of ['webhooks', 'channels', 'tokens', 'members', 'invitations', 'messages', 'audit']) {
      const other = `/organizations/${api.other.id}/${list}`;
      const { body } = await api.call('GET', `${other}?limit=1`, { token: api.tokens.otherOwner });
      const cursors = [...(body.nextCursor === null ? [] : [`&cursor=${body.nextCursor}`]), ''];

      for (const cursor of cursors) {
        const path = `${api.organization}/${list}?limit=100${cursor}`;
        const { text } = await api.call('GET', path, { token: api.tokens.owner });
        for (const id of Object.values(theirs).filter((value) => value !== 'unknown')) expect(text).not.toContain(id);
      }
    }
  });

  it('cannot be named in a body', async () => {
    const owner = { token: api.tokens.owner };
    const evaluate = await api.call('POST', `${api.organization}/filters/evaluate`, {
      ...owner,
      body: { filter: null, messageId: theirs['messageId'] },
    });
    const create = await api.call('POST', `${api.organization}/webhooks`, {
      ...owner,
      body: { name: 'x', organizationId: api.other.id },
    });
    const filtered = await api.call('GET', `${api.organization}/messages?webhookId=${theirs['webhookId']}`, owner);

    expect([evaluate.status, create.status]).toEqual([404, 400]);
    expect(filtered.body.items).toEqual([]);
  });

  async function stored() {
    const { store } = api.deps;
    const page = { limit: 100 };
    const id = api.other.id;
    return Promise.all([
      store.listWebhooks(id, page),
      store.listChannels(id, page),
      store.listTokens(id, page),
      store.listMembers(id, page),
      store.listInvitations(id, page),
      store.listAudit(id, page),
    ]);
  }
});

describe('a cursor', () => {
  it.each(['x', 'org_1', Buffer.from('../../x').toString('base64url'), 'a'.repeat(10_000), '%00'])(
    'that nobody gave out is refused: %.20s',
    async (cursor) => {
      const answer = await api.call('GET', `${api.organization}/webhooks?cursor=${cursor}`, {
        token: api.tokens.owner,
      });

      expect([answer.status, answer.body.details[0].path]).toEqual([400, 'cursor']);
    },
  );
});

describe('a name of ten megabytes', () => {
  it('is too large, before anything reads it', async () => {
    const rawBody = JSON.stringify({ name: 'x'.repeat(10 * 1024 * 1024) });

    const answer = await api.call('POST', '/organizations', { token: api.tokens.owner, rawBody });

    expect(answer.status).toBe(413);
  });
});

describe('an address that tries one bad token after another', () => {
  const bad = `nrm_${'0'.repeat(64)}`;
  const from = (ip: string) => ({ 'x-forwarded-for': `${ip}, 10.0.0.1` });

  it('is not listened to after 500, and others are', async () => {
    const statuses: number[] = [];
    for (let tries = 0; tries < 501; tries += 1)
      statuses.push((await api.call('GET', '/me', { token: bad, headers: from('192.0.2.1') })).status);

    const same = await api.call('GET', '/me', { token: api.tokens.member, headers: from('192.0.2.1') });
    const other = await api.call('GET', '/me', { token: api.tokens.member, headers: from('192.0.2.2') });
    api.generators.advance(1000);
    const later = await api.call('GET', '/me', { token: api.tokens.member, headers: from('192.0.2.1') });

    expect([statuses[499], statuses[500]]).toEqual([401, 429]);
    expect([same.status, other.status, later.status]).toEqual([429, 200, 200]);
    expect(same.headers['retry-after']).toBe('1');
  });

  it('cannot hide behind addresses that it claims', async () => {
    let last = 0;
    for (let tries = 0; tries < 501; tries += 1) {
      const headers = { 'x-forwarded-for': `10.1.${tries % 256}.1, 192.0.2.1, 10.0.0.1` };
      last = (await api.call('GET', '/me', { token: bad, headers })).status;
    }

    expect(last).toBe(429);
  });
});

describe('a management token', () => {
  it('shows when it was last used, to the hour', async () => {
    const list = async () =>
      (await api.call('GET', `${api.organization}/tokens`, { token: api.tokens.owner })).body.items;
    api.generators.advance(90 * 60 * 1000);
    await api.call('GET', '/me', { token: api.tokens.member });

    const found = (await list()).find(({ name }: { name: string }) => name === 'member');

    expect(found.lastUsedAt).toBe('2026-11-20T11:00:00.000Z');
  });
});
