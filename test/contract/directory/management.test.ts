import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDailyCounter } from '../../../adapters/aws/counters/daily-counter.ts';
import { createUsageStore } from '../../../adapters/aws/counters/usage-store.ts';
import { directoryKeys } from '../../../adapters/aws/directory/directory-keys.ts';
import { createDirectoryRepository } from '../../../adapters/aws/directory/directory-repository.ts';
import { PutCommand, QueryCommand } from '../../../adapters/aws/dynamodb/commands.ts';
import { createChannelVault } from '../../../adapters/aws/secrets/channel-vault.ts';
import { createMessageReader } from '../../../adapters/aws/messages/message-reader.ts';
import { systemBackoff, systemGenerators } from '../../../adapters/system/generators.ts';
import { bootstrapOrganization } from '../../../core/directory/bootstrap.ts';
import { createTokenAuthenticator } from '../../../core/directory/caller.ts';
import { suppressionIdOf } from '../../../core/directory/suppression.ts';
import { startTestDynamoDb, type TestDynamoDb } from '../../engines/dynamodb.ts';
import { auditEntry } from '../../fakes/audit.ts';
import { fakeDataKeys } from '../../fakes/data-keys.ts';
import { type Api, openApi } from '../../lambdas/management/api.ts';

describe('the management API on real tables', () => {
  let engine: TestDynamoDb;
  let api: Api;
  let directory: ReturnType<typeof createDirectoryRepository>;
  beforeAll(async () => {
    engine = await startTestDynamoDb();
    const { db, tables } = engine;
    directory = createDirectoryRepository(db, tables, createChannelVault(fakeDataKeys));
    api = await openApi({
      ...systemGenerators,
      backoff: systemBackoff,
      authenticators: [createTokenAuthenticator(directory, Date.now)],
      store: { ...directory, ...createUsageStore(db, tables.counters) },
      messages: createMessageReader(db, { table: tables.messages, now: Date.now }),
      dailyCounter: createDailyCounter(db, tables.counters),
      billing: 'plans',
    });
  });
  afterAll(async () => engine.stop());

  it('serves what the first start made', async () => {
    const ports = { ...api.deps, store: directory };
    const first = await bootstrapOrganization(ports, { name: 'Local', ownerEmail: 'owner@example.com' });

    const webhooks = await api.call('GET', `/organizations/${first.organizationId}/webhooks`, {
      token: first.managementToken,
    });

    expect(webhooks.body.items[0].publicId).toBe(first.publicId);
    expect(webhooks.body.items[0].channels).toHaveLength(1);
  });

  it('leaves nothing of a deleted organisation but its audit log', async () => {
    const made = await api.call('POST', '/organizations', { token: api.tokens.owner, body: { name: 'Brief' } });
    const { id, managementToken } = made.body;
    const { db, tables } = engine;
    const at = '2026-11-20T10:00:00.000Z';
    const address = 'eve@example.com';
    const suppression = { id: suppressionIdOf(address), organizationId: id, address, reason: 'bounce', at } as const;
    await directory.suppress(suppression, auditEntry(id));
    await db.send(
      new PutCommand({ TableName: tables.directory, Item: { ...directoryKeys.dataKey(id), ciphertext: 'x' } }),
    );

    const deleted = await api.call('DELETE', `/organizations/${id}`, {
      token: managementToken,
      body: { confirm: 'Brief' },
    });

    const { Items } = await db.send(
      new QueryCommand({
        TableName: tables.directory,
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': directoryKeys.partition(id) },
      }),
    );
    expect(deleted.status).toBe(204);
    expect(Items.filter(({ sk }) => !String(sk).startsWith('AUDIT#'))).toEqual([]);
  });

  it('refuses a token once whoever made it is gone, from the next request on', async () => {
    const { organization, tokens } = api;
    const make = async (token: string) =>
      (await api.call('POST', `${organization}/tokens`, { token, body: { name: 'CI', role: 'owner' } })).body;
    const first = await make(tokens.owner);
    const second = await make(first.token);
    const before = await api.call('GET', '/me', { token: second.token });

    await api.call('DELETE', `${organization}/tokens/${first.id}`, { token: tokens.owner });

    const after = await api.call('GET', '/me', { token: second.token });
    expect([before.status, after.status]).toEqual([200, 401]);
  });

  it('counts to a daily limit exactly, however many count at once', async () => {
    const counter = createDailyCounter(engine.db, engine.tables.counters);
    const countOne = async () => counter.countOne('invitations#usr_1#2026-11-20', 5, 4_000_000_000);

    const counted = await Promise.all(Array.from({ length: 12 }, countOne));
    const other = await counter.countOne('invitations#usr_2#2026-11-20', 5, 4_000_000_000);

    expect(counted.filter(Boolean)).toHaveLength(5);
    expect(other).toBe(true);
  });

  it('keeps every one of ten changes made to one webhook at the same time', async () => {
    const token = api.tokens.admin;
    const { body: webhook } = await api.call('POST', `${api.organization}/webhooks`, { token, body: { name: 'Busy' } });
    const channels = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const body = { kind: 'live-stream', name: 'Live', config: {} };
        return (await api.call('POST', `${api.organization}/channels`, { token, body })).body.id;
      }),
    );
    const link = (id: string) =>
      api.call('PUT', `${api.organization}/webhooks/${webhook.id}/channels/${id}`, { token, body: {} });

    const answers = await Promise.all(channels.map(link));
    const busy = answers.flatMap(({ status }, index) => (status === 503 ? [channels[index]] : []));
    for (const id of busy) await link(id);
    const { body } = await api.call('GET', `${api.organization}/webhooks/${webhook.id}`, { token });

    expect(answers.every(({ status }) => status === 200 || status === 503)).toBe(true);
    expect(new Set(body.channels.map(({ channelId }: { channelId: string }) => channelId))).toEqual(new Set(channels));
  });

  it('has one entry in the audit log for each of many changes at the same time that was made', async () => {
    const token = api.tokens.admin;
    const { body: webhook } = await api.call('POST', `${api.organization}/webhooks`, { token, body: { name: 'Busy' } });
    const path = `${api.organization}/webhooks/${webhook.id}`;
    const rename = async (name: string, headers = {}) => api.call('PATCH', path, { token, headers, body: { name } });

    const guarded = await Promise.all(['a', 'b', 'c', 'd'].map((name) => rename(name, { 'if-match': '"1"' })));
    const free = await Promise.all(['e', 'f', 'g', 'h'].map((name) => rename(name)));

    const made = [...guarded, ...free].filter(({ status }) => status === 200).map(({ body }) => body.name);
    const { items } = (await api.call('GET', `${api.organization}/audit`, { token })).body;
    const noted = items.filter(
      ({ action, target }: { action: string; target: string }) => action === 'webhook.changed' && target === webhook.id,
    );
    expect(guarded.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(new Set(noted.map(({ after }: { after: { name: string } }) => after.name))).toEqual(new Set(made));
    expect(noted).toHaveLength(made.length);
  });

  it('stores filters, templates and configs as they were sent', async () => {
    const token = api.tokens.admin;
    const filter = {
      any: [{ path: 'a["b c"][*].d', op: 'in', value: [1, 'x', null, true, -0.5] }, { not: { priority: { lt: 2 } } }],
    };
    const { body: webhook } = await api.call('POST', `${api.organization}/webhooks`, {
      token,
      body: { name: 'Ünïcødé 🚀', templates: { title: '' } },
    });
    const { body: channel } = await api.call('POST', `${api.organization}/channels`, {
      token,
      body: { kind: 'webhook', name: 'Hook', config: { url: 'https://example.com', headers: {} } },
    });

    await api.call('PUT', `${api.organization}/webhooks/${webhook.id}/channels/${channel.id}`, {
      token,
      body: { filter },
    });
    const { body } = await api.call('GET', `${api.organization}/webhooks/${webhook.id}`, { token });

    expect(body).toMatchObject({ name: 'Ünïcødé 🚀', templates: { title: '' } });
    expect(body.channels).toEqual([{ channelId: channel.id, enabled: true, answers: false, filter }]);
  });

  it('lists no messages where there are none', async () => {
    const answer = await api.call('GET', `${api.organization}/messages`, { token: api.tokens.member });

    expect(answer.body).toEqual({ items: [], nextCursor: null });
  });
});
