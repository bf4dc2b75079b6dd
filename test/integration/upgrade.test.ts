import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { channels, messages, webhooks } from '../upgrade/recorded-things.ts';
import { clear, type Facts, layOut } from '../upgrade/recording.ts';
import { type ManagementApi, managementApi } from './api.ts';
import { eventually } from './eventually.ts';
import { signIn } from './person.ts';
import { type Receiver, startReceiver } from './receiver.ts';
import { type Stack, startStack } from './stack.ts';
import { runSweeper } from './sweeper.ts';

/** What older versions recorded are files of the embedded engine. */
const isElsewhere = process.env['DYNAMODB_ENDPOINT'] !== undefined;

/** Data outlives versions: what an older one stored is read, shown and delivered by this one, without a step by hand. */
describe.skipIf(isElsewhere).each(['3bb5dfd'])('the data folder of version %s', (version) => {
  let receiver: Receiver;
  let stack: Stack;
  let api: ManagementApi;
  let facts: Facts;
  let dataDir: string;

  beforeAll(async () => {
    receiver = await startReceiver((response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"id":1,"ok":true,"sid":"SM1"}');
    });
    ({ dataDir, facts } = await layOut(version, receiver.url));
    stack = await startStack({ RETRY_SCHEDULE: '1,5400' }, { dataDir });
    api = managementApi(stack);
  });
  afterAll(async () => {
    await stack.stop();
    await receiver.stop();
    await clear(dataDir);
  });

  const read = async (path: string) => {
    const response = await api.call('GET', api.path + path);
    expect({ path, status: response.status }).toEqual({ path, status: 200 });
    return response.json() as Promise<Record<string, unknown>>;
  };
  const listed = async (path: string) => (await read(path))['items'] as Record<string, unknown>[];
  const stateOf = async (message: string, channel: string) => {
    const { deliveries } = await api.message(facts.messages[message]!);
    return deliveries.find(({ channelId }) => channelId === facts.channels[channel])?.state;
  };
  const reaches = (path: string, text = '') =>
    eventually(async () =>
      receiver.received.find((request) => request.path.startsWith(path) && request.text.includes(text)),
    );

  it('shows everything that was made', async () => {
    const lists = await Promise.all(
      ['/webhooks', '/channels', '/members', '/tokens', '/invitations', '/messages', '/usage'].map(async (path) => {
        return [path, (await listed(path)).length] as const;
      }),
    );

    const expected = {
      webhooks: Object.keys(webhooks).length,
      channels: Object.keys(channels).length + 1,
      messages: Object.keys(messages).length + 1,
    };
    expect(Object.fromEntries(lists)).toMatchObject({
      // The first start makes one webhook and one channel; one of ours was deleted.
      '/webhooks': expected.webhooks,
      '/channels': expected.channels,
      '/members': 2,
      '/tokens': 4,
      '/invitations': 1,
      '/messages': expected.messages,
    });
  });

  it('shows every single thing, and every line of the audit log', async () => {
    for (const id of Object.values(facts.channels)) await read(`/channels/${id}`);
    for (const [name, id] of Object.entries(facts.webhooks)) if (name !== 'deleted') await read(`/webhooks/${id}`);
    for (const id of Object.values(facts.messages)) await read(`/messages/${id}`);
    const audit = await listed('/audit?limit=100');

    expect(audit.length).toBeGreaterThan(30);
    expect((await api.message(facts.messages['large']!)).payload).toMatchObject({ filler: 'x'.repeat(20_000) });
  });

  it.each([
    ['member', 200, 403],
    ['admin', 200, 201],
    ['owner', 200, 201],
  ] as const)('lets a token of role %s do what it could', async (role, reading, making) => {
    const as = async (method: string, body?: object) => {
      const headers = { authorization: `Bearer ${facts.tokens[role]}`, 'content-type': 'application/json' };
      const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
      return (await fetch(`${stack.baseUrl}/api/v1${api.path}/webhooks`, init)).status;
    };

    expect([await as('GET'), await as('POST', { name: role })]).toEqual([reading, making]);
  });

  it('signs the owner in with the old password', async () => {
    const { tokens } = await signIn(stack);

    const me = await fetch(`${stack.baseUrl}/api/v1/me`, {
      headers: { authorization: `Bearer ${tokens.access_token}` },
    });

    expect(await me.json()).toMatchObject({ organizations: [{ name: 'Local', role: 'owner' }] });
  });

  it('takes a send at the old address and delivers it with the old secrets', async () => {
    const sent = await fetch(stack.baseUrl + facts.endpoint, { method: 'POST', body: 'after the upgrade' });

    const hook = await reaches('/hook', 'after the upgrade');
    const gotify = await reaches('/gotify', 'after the upgrade');
    const push = await read(`/channels/${facts.channels['push']}`);
    expect(sent.status).toBe(201);
    expect(hook.headers['x-secret']).toBe('header-secret-of-the-hook');
    expect(JSON.stringify([gotify.path, gotify.headers])).toContain('AbCdEfGhIjKlMnO');
    expect(push['subscriptions']).toBe(1);
  });

  it('delivers what was parked, and what was cut off in its middle', async () => {
    const down = facts.channels['down']!;
    await runSweeper(stack);

    await eventually(async () => ((await stateOf('text', 'down')) === 'delivered' ? true : undefined), 40_000);
    await eventually(async () => ((await stateOf('cutOff', 'hangs')) === 'delivered' ? true : undefined), 40_000);
    expect((await api.message(facts.messages['text']!)).deliveries).toContainEqual(
      expect.objectContaining({ channelId: down, state: 'delivered' }),
    );
  });

  it('replays an old message and retries an old delivery', async () => {
    const path = `${api.path}/messages/${facts.messages['everything']}`;
    const retried = await api.call('POST', `${path}/deliveries/${facts.channels['refuses']}/retry`);
    const replayed = await api.call('POST', `${api.path}/messages/${facts.messages['github']}/replay`);

    expect([retried.status, replayed.status]).toEqual([202, 202]);
    await reaches('/refuses', 'Disk full');
    await reaches('/gotify', 'It broke');
  });
});
