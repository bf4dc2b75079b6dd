import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { managementApi, type ManagementApi } from './api.ts';
import { signIn } from './person.ts';
import { startStack, type Stack } from './stack.ts';

type Json = ReturnType<JSON['parse']>;

const jsonOf = async (response: Response): Promise<Json> => response.json();

describe('changes on the running stack', () => {
  let stack: Stack;
  let api: ManagementApi;
  beforeAll(async () => {
    stack = await startStack();
    api = managementApi(stack);
  }, 90_000);
  afterAll(async () => stack.stop());

  const send = async (url: string, key?: string) => {
    const headers = key === undefined ? {} : { authorization: `Bearer ${key}` };
    return (await fetch(url, { method: 'POST', body: 'hello', headers })).status;
  };

  /** What is answered right before and right after a change. */
  async function around(probe: () => Promise<number>, change: () => Promise<unknown>) {
    const before = await probe();
    await change();
    return [before, await probe()];
  }

  it('of the endpoint URL take effect on the very next send', async () => {
    const { id, endpointUrl } = await api.createWebhook({ name: 'Moves' });

    const statuses = await around(
      async () => send(endpointUrl),
      async () => api.webhookAction(id, 'regenerate-url'),
    );

    expect(statuses).toEqual([201, 404]);
  });

  it('of the API key take effect on the very next send', async () => {
    const { id, endpointUrl, apiKey } = await api.createWebhook({ name: 'Locked', requireApiKey: true });

    const statuses = await around(
      async () => send(endpointUrl, apiKey),
      async () => api.webhookAction(id, 'regenerate-key'),
    );

    expect(statuses).toEqual([201, 401]);
  });

  it('of the switch take effect on the very next send', async () => {
    const { id, endpointUrl } = await api.createWebhook({ name: 'Off' });

    const statuses = await around(
      async () => send(endpointUrl),
      async () => api.patchWebhook(id, { enabled: false }),
    );

    expect(statuses).toEqual([201, 403]);
  });

  it('that delete a webhook take effect on the very next send', async () => {
    const { id, endpointUrl } = await api.createWebhook({ name: 'Gone' });

    const statuses = await around(
      async () => send(endpointUrl),
      async () => api.deleteWebhook(id),
    );

    expect(statuses).toEqual([201, 404]);
  });

  it('that revoke a token take effect on its very next request', async () => {
    const issued = await jsonOf(await api.call('POST', `${api.path}/tokens`, { name: 'CI', role: 'member' }));
    const headers = { authorization: `Bearer ${issued.token}` };

    const statuses = await around(
      async () => (await fetch(`${stack.baseUrl}/api/v1/me`, { headers })).status,
      async () => api.call('DELETE', `${api.path}/tokens/${issued.id}`),
    );

    expect(statuses).toEqual([200, 401]);
  });

  it('of a role take effect on the very next request of that person', async () => {
    const { tokens } = await signIn(stack);
    const headers = { authorization: `Bearer ${tokens.access_token}`, 'content-type': 'application/json' };
    const as = async (method: string, path: string, body?: object) =>
      fetch(`${stack.baseUrl}/api/v1${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    const { user } = await jsonOf(await as('GET', '/me'));
    // Whoever created it by a token left no owner, so the person can be any role there.
    const created = await jsonOf(await api.call('POST', '/organizations', { name: 'Roles' }));
    const byToken = async (method: string, path: string, body: object) =>
      fetch(`${stack.baseUrl}/api/v1/organizations/${created.id}${path}`, {
        method,
        headers: { authorization: `Bearer ${created.managementToken}` },
        body: JSON.stringify(body),
      });
    const invited = await jsonOf(
      await byToken('POST', '/invitations', { email: stack.credentials.login.email, role: 'admin' }),
    );
    await as('POST', `/invitations/${invited.token}/accept`);

    const statuses = await around(
      async () => (await as('POST', `/organizations/${created.id}/webhooks`, { name: 'x' })).status,
      async () => byToken('PATCH', `/members/${user.id}`, { role: 'member' }),
    );

    expect(statuses).toEqual([201, 403]);
  });
});
