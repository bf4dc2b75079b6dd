import { beforeEach, describe, expect, it } from 'vitest';
import { createRoutes } from '../../../lambdas/management/routes.ts';
import { auditEntry } from '../../fakes/audit.ts';
import { type Api, openApi } from './api.ts';

let api: Api;
beforeEach(async () => {
  api = await openApi();
});

/** What is in the log of the organisation beside how it was set up. */
const log = async (token = api.tokens.member) =>
  (await api.call('GET', `${api.organization}/audit`, { token })).body.items.filter(
    ({ reason }: { reason: string | null }) => reason !== 'set up',
  );
const create = async (path: string, body: object) =>
  (await api.call('POST', `${api.organization}/${path}`, { token: api.tokens.owner, body })).body;

interface Entry {
  readonly action: string;
  readonly after: { readonly name: string };
}

/** Calls that take a body and change nothing. */
const ASKING = [
  '/filters/evaluate',
  '/templates/preview',
  '/lifecycle/preview',
  '/channel-drafts/preview',
  '/config/plan',
];

/** The one read that stores something: the export gives a slug to what has none. */
const NAMING = '/config';

describe('the audit log', () => {
  it('has a name for every call that changes something, and for no other', () => {
    const routes = createRoutes(api.deps);
    const changing = routes.filter(({ method, path }) =>
      method === 'get' ? path.endsWith(NAMING) : !ASKING.some((end) => path.endsWith(end)),
    );
    const silent = changing.filter(({ audit }) => audit === undefined);
    const loud = routes.filter((route) => !changing.includes(route) && route.audit !== undefined);

    expect([...silent, ...loud].map(({ method, path }) => `${method} ${path}`)).toEqual([]);
  });

  it('says who did what to what, when and from where', async () => {
    const headers = { 'x-forwarded-for': '6.6.6.6, 192.0.2.7, 10.0.0.1' };
    const { body: webhook } = await api.call('POST', `${api.organization}/webhooks`, {
      token: api.tokens.admin,
      headers,
      body: { name: 'Deployments' },
    });

    const [entry] = await log();

    expect(entry).toMatchObject({
      at: '2026-11-20T10:00:00.000Z',
      actor: { type: 'token', id: expect.stringMatching(/^tok_/), name: 'admin' },
      action: 'webhook.created',
      target: webhook.id,
      ip: '192.0.2.7',
      before: null,
      after: { name: 'Deployments', enabled: true },
    });
  });

  it('names people by their address', async () => {
    const { body } = await api.call('POST', '/organizations', { token: 'person-ada', body: { name: 'Ada' } });

    const audit = await api.call('GET', `/organizations/${body.id}/audit`, { token: 'person-ada' });

    expect(audit.body.items).toMatchObject([
      { action: 'organization.created', target: body.id, actor: { type: 'user', name: 'ada@example.com' } },
    ]);
  });

  it('holds only the fields that changed, as they were and as they are', async () => {
    const webhook = await create('webhooks', { name: 'Old' });
    await api.call('PATCH', `${api.organization}/webhooks/${webhook.id}`, {
      token: api.tokens.admin,
      body: { name: 'New' },
    });

    const [entry] = await log();

    expect([entry.action, entry.before, entry.after]).toEqual(['webhook.changed', { name: 'Old' }, { name: 'New' }]);
  });

  it('keeps what was deleted', async () => {
    const token = await create('tokens', { name: 'CI', role: 'admin' });
    await api.call('DELETE', `${api.organization}/tokens/${token.id}`, { token: api.tokens.owner });

    const [entry] = await log();

    expect(entry).toMatchObject({ action: 'token.deleted', before: { name: 'CI', role: 'admin' }, after: null });
  });

  it('hides secret addresses in what an older version wrote', async () => {
    const pushUrl = 'https://notify.example.com/push/very-secret';
    const views = { before: { name: 'Push', pushUrl }, after: { name: 'Web', pushUrl } };
    await api.deps.store.appendAudit(auditEntry(api.acme.id, views));

    const [entry] = await log();

    expect([entry.before, entry.after]).toEqual([
      { name: 'Push', pushUrl: '••••cret' },
      { name: 'Web', pushUrl: '••••cret' },
    ]);
  });

  it('notes nothing that was refused', async () => {
    await api.call('POST', `${api.organization}/webhooks`, { token: api.tokens.member, body: { name: 'x' } });
    await api.call('POST', `${api.organization}/webhooks`, { token: api.tokens.admin, body: {} });
    await api.call('DELETE', `${api.organization}/webhooks/unknown`, { token: api.tokens.admin });

    expect(await log()).toEqual([]);
  });

  it('has one entry for each of many changes at once that name the same version, and that is the one made', async () => {
    const { body: webhook, headers } = await api.call('POST', `${api.organization}/webhooks`, {
      token: api.tokens.admin,
      body: { name: 'One' },
    });
    const rename = async (name: string) =>
      api.call('PATCH', `${api.organization}/webhooks/${webhook.id}`, {
        token: api.tokens.admin,
        headers: { 'if-match': headers['etag']! },
        body: { name },
      });

    const answers = await Promise.all(['Two', 'Three', 'Four'].map(rename));

    const entries = await log();
    const made = answers.find(({ status }) => status === 200);
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409, 409]);
    expect(entries.map(({ action, after }: Entry) => [action, after.name])).toEqual([
      ['webhook.changed', made!.body.name],
      ['webhook.created', 'One'],
    ]);
  });

  it('is kept for a year', async () => {
    await create('webhooks', { name: 'Hook' });

    api.generators.advance(364 * 24 * 60 * 60 * 1000);
    const almost = await log();
    api.generators.advance(2 * 24 * 60 * 60 * 1000);

    expect([almost.length, (await log()).length]).toEqual([1, 0]);
  });

  it('is not answered for the organisation of somebody else', async () => {
    await create('webhooks', { name: 'Hook' });

    const answer = await api.call('GET', `${api.organization}/audit`, { token: api.tokens.otherOwner });

    expect(answer.status).toBe(404);
  });

  it('shortens fields that would not fit', async () => {
    await create('webhooks', {
      name: 'Hook',
      templates: { title: 'x'.repeat(3000), message: 'x'.repeat(3000), tags: 'x'.repeat(3000) },
    });

    const [entry] = await log();

    expect(entry.after.templates).toMatch(/^\(\d+ characters\)$/);
  });
});
