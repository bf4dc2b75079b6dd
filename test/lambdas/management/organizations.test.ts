import { describe, expect, it } from 'vitest';
import { openApi } from './api.ts';

describe('GET /me', () => {
  it('says where a token may act, and with which role', async () => {
    const { call, tokens, acme } = await openApi();

    const answer = await call('GET', '/me', { token: tokens.admin });

    expect(answer.body).toEqual({ user: null, organizations: [{ id: acme.id, name: 'Acme', role: 'admin' }] });
  });
});

describe('organisations', () => {
  it('are created with an owner token that is shown this once', async () => {
    const { call, tokens } = await openApi();

    const created = await call('POST', '/organizations', { token: tokens.owner, body: { name: 'New' } });
    const me = await call('GET', '/me', { token: created.body.managementToken });
    const list = await call('GET', `/organizations/${created.body.id}/tokens`, { token: created.body.managementToken });

    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({
      name: 'New',
      plan: 'free',
      extraPacks: 0,
      usage: { month: '2026-11', count: 0, limit: null },
    });
    expect(me.body.organizations).toEqual([{ id: created.body.id, name: 'New', role: 'owner' }]);
    expect(list.text).not.toContain(created.body.managementToken);
  });

  it('are renamed by owners only', async () => {
    const { call, tokens, organization } = await openApi();
    const rename = (token: string) => call('PATCH', organization, { token, body: { name: 'Renamed' } });

    const statuses = [(await rename(tokens.member)).status, (await rename(tokens.admin)).status];
    const answer = await rename(tokens.owner);

    expect(statuses).toEqual([403, 403]);
    expect([answer.body.name, answer.headers['etag']]).toEqual(['Renamed', '"2"']);
  });

  it('show what they used and may use where plans apply', async () => {
    const { call, tokens, organization, usage, acme } = await openApi({ billing: 'plans' });
    await usage.seed(acme.id, '2026-11', { count: 42, limit: 3000, plan: 'free' });

    const answer = await call('GET', organization, { token: tokens.member });

    expect(answer.body.usage).toEqual({ month: '2026-11', count: 42, limit: 3000 });
  });

  it('change plan and packs for the current month at once', async () => {
    const { call, tokens, organization, usage, acme } = await openApi({ billing: 'plans' });
    await usage.seed(acme.id, '2026-11', { count: 42, limit: 3000, plan: 'free' });

    const answer = await call('PATCH', organization, { token: tokens.owner, body: { plan: 'pro', extraPacks: 2 } });

    expect(answer.body).toMatchObject({ plan: 'pro', extraPacks: 2, usage: { count: 42, limit: 45_000 } });
    expect(await usage.counterOf(acme.id, '2026-11')).toEqual({ count: 42, limit: 45_000, plan: 'pro' });
  });

  it('refuse packs on the free plan, and what is no plan or no pack', async () => {
    const { call, tokens, organization } = await openApi();

    for (const body of [
      { extraPacks: 1 },
      { plan: 'gold' },
      { extraPacks: -1 },
      { extraPacks: 1.5 },
      { role: 'owner' },
    ]) {
      const answer = await call('PATCH', organization, { token: tokens.owner, body });
      expect([body, answer.status]).toEqual([body, 400]);
    }
  });
});

describe('management tokens', () => {
  it('are listed newest first, without their secrets', async () => {
    const { call, tokens, organization } = await openApi();
    const issued = await call('POST', `${organization}/tokens`, {
      token: tokens.owner,
      body: { name: 'CI', role: 'member' },
    });

    const list = await call('GET', `${organization}/tokens?limit=1`, { token: tokens.owner });

    expect(issued.body.token).toMatch(/^nrm_[0-9a-f]{64}$/);
    expect(list.body.items).toEqual([
      {
        id: issued.body.id,
        name: 'CI',
        role: 'member',
        prefix: issued.body.token.slice(0, 12),
        createdAt: '2026-11-20T10:00:00.000Z',
        createdBy: { type: 'token', id: expect.stringMatching(/^tok_/), name: 'owner' },
        expiresAt: null,
        lastUsedAt: null,
      },
    ]);
    expect(list.body.nextCursor).not.toBeNull();
  });

  it('need a known role, and are 404 when unknown', async () => {
    const { call, tokens, organization } = await openApi();

    const god = await call('POST', `${organization}/tokens`, { token: tokens.owner, body: { name: 'a', role: 'god' } });
    const unknown = await call('DELETE', `${organization}/tokens/tok_x`, { token: tokens.owner });

    expect([god.status, unknown.status]).toEqual([400, 404]);
  });
});
