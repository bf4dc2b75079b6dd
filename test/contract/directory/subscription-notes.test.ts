import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createChannelRepository } from '../../../adapters/aws/directory/channel-repository.ts';
import { createAuditRepository } from '../../../adapters/aws/directory/audit-repository.ts';
import { createSubscriptionNotes } from '../../../adapters/aws/directory/subscription-notes.ts';
import { webPushConfigOf } from '../../../core/channels/web-push.ts';
import type { Channel } from '../../../core/directory/channel.ts';
import { idOf } from '../../../core/message/ids.ts';
import { startTestDynamoDb, type TestDynamoDb } from '../../engines/dynamodb.ts';
import { auditEntry } from '../../fakes/audit.ts';
import { createFakeGenerators } from '../../fakes/generators.ts';

const generators = createFakeGenerators();
const at = '2026-11-20T10:00:00.000Z';
const vault = {
  seal: async (channel: Channel) => channel,
  open: async (channel: Channel) => channel,
  sealPressCheck: async () => undefined,
};

let engine: TestDynamoDb;
beforeAll(async () => {
  engine = await startTestDynamoDb();
});
afterAll(async () => engine.stop());

/** A channel with so many browsers, and what notes of them leave behind. */
async function withBrowsers(count: number) {
  const repository = createChannelRepository(engine.db, engine.tables, vault);
  const subscription = { endpoint: 'https://push.example.net/1', p256dh: 'x', auth: 'x' };
  const ids = Array.from({ length: count }, (_, index) => `browser${index}`);
  const subscriptions = Object.fromEntries(ids.map((id) => [id, subscription]));
  const channel: Channel = {
    id: idOf('channel', generators.newUlid()),
    organizationId: idOf('organization', generators.newUlid()),
    kind: 'web-push',
    name: 'Push',
    enabled: true,
    config: { publicKey: 'x', privateKey: 'x', pageSecret: 'x', subscriptions },
    createdAt: at,
    updatedAt: at,
    version: 1,
  };
  await repository.insertChannel(channel, auditEntry('org_0'));
  const note = createSubscriptionNotes(engine.db, engine.tables.directory, { ...generators, now: () => 5 });
  const read = async () => {
    const stored = await repository.readChannel(channel.organizationId, channel.id);
    if (stored === undefined) throw new Error('The channel is gone.');
    return { version: stored.version, subscriptions: webPushConfigOf(stored.config).subscriptions };
  };
  const audit = createAuditRepository(engine.db, engine.tables.directory);
  const log = async () => (await audit.listAudit(channel.organizationId, { limit: 100 })).items;
  return { channel, ids, note, read, log };
}

describe('notes of the browsers of a channel', () => {
  it('say when each of a hundred took a message', async () => {
    const { channel, ids, note, read } = await withBrowsers(100);

    await note(channel, { reached: ids, gone: [] });

    const { subscriptions, version } = await read();
    expect(Object.values(subscriptions).map(({ acceptedAt }) => acceptedAt)).toEqual(ids.map(() => 5));
    expect(version).toBeGreaterThan(1);
  });

  it('take those off that are gone, a hundred at once', async () => {
    const { channel, ids, note, read, log } = await withBrowsers(100);

    await note(channel, { reached: [], gone: ids });

    const entries = await log();
    expect((await read()).subscriptions).toEqual({});
    expect(entries[0]).toMatchObject({ action: 'channel.browser-unsubscribed', actor: { type: 'system' } });
    expect(entries.flatMap(({ before }) => before?.['browsers'])).toHaveLength(100);
  });

  it('bring nobody back who unsubscribed meanwhile', async () => {
    const { channel, note, read, log } = await withBrowsers(2);
    await note(channel, { reached: [], gone: ['browser0'] });

    await note(channel, { reached: ['browser0'], gone: ['browser0'] });
    await note(channel, { reached: ['browser1'], gone: [] });

    const { subscriptions } = await read();
    expect(Object.keys(subscriptions)).toEqual(['browser1']);
    expect(subscriptions['browser1']).toMatchObject({ acceptedAt: 5 });
    expect(await log()).toHaveLength(1);
  });

  it('write nothing that is known', async () => {
    const { channel, note, read } = await withBrowsers(1);
    await note(channel, { reached: ['browser0'], gone: [] });
    const { version, subscriptions } = await read();

    await note({ ...channel, config: { ...channel.config, subscriptions } }, { reached: ['browser0'], gone: [] });

    expect((await read()).version).toBe(version);
  });
});
