import { afterAll, beforeAll, expect, it } from 'vitest';
import { createQuotaWarnings } from '../../../adapters/aws/counters/quota-warnings.ts';
import { createDirectoryRepository } from '../../../adapters/aws/directory/directory-repository.ts';
import { GetCommand, PutCommand } from '../../../adapters/aws/dynamodb/commands.ts';
import { createChannelVault } from '../../../adapters/aws/secrets/channel-vault.ts';
import type { AuditEntry } from '../../../core/directory/audit-entry.ts';
import { message } from '../../core/delivery/rig.ts';
import { startTestDynamoDb, type TestDynamoDb } from '../../engines/dynamodb.ts';
import { fakeDataKeys } from '../../fakes/data-keys.ts';

let engine: TestDynamoDb;
let quotas: ReturnType<typeof createQuotaWarnings>;
beforeAll(async () => {
  engine = await startTestDynamoDb();
  quotas = createQuotaWarnings(engine.db, engine.tables);
});
afterAll(async () => engine.stop());

const entry = (id: string): AuditEntry => ({
  id,
  organizationId: 'org_1',
  at: '2026-11-20T10:00:00.000Z',
  actor: { type: 'system' },
  action: 'quota.warned',
  target: 'org_1',
  reason: 'used',
  expiresAt: 4_000_000_000,
});

it('a warning is written once, with its message, its live events and its line in the audit log', async () => {
  const Item = { pk: 'QUOTA#org_1#2026-11', count: 2400, limit: 3000, plan: 'free' };
  await engine.db.send(new PutCommand({ TableName: engine.tables.counters, Item }));
  const state = (await quotas.read('org_1', '2026-11'))!;
  const routing = [{ channelId: 'ch_9', kind: 'live-stream' as const, matched: true, reason: 'marked' }];
  const told = { ...message, organizationId: 'org_1', routing };
  const warning = {
    organizationId: 'org_1',
    month: '2026-11',
    state,
    level: 80,
    notice: told,
  };

  const results = await Promise.all(['1', '2', '3'].map(async (id) => quotas.warn({ ...warning, entry: entry(id) })));

  const directory = createDirectoryRepository(engine.db, engine.tables, createChannelVault(fakeDataKeys));
  expect(results.filter(Boolean)).toHaveLength(1);
  expect((await directory.listAudit('org_1', { limit: 10 })).items).toHaveLength(1);
  expect(await quotas.read('org_1', '2026-11')).toEqual({
    count: 2400,
    limit: 3000,
    warned: { limit: 3000, level: 80 },
  });
  const Key = { channelId: 'ch_9', id: told.id.slice('msg_'.length) };
  const stored = await engine.db.send(new GetCommand({ TableName: engine.tables.liveEvents, Key }));
  expect(stored.Item).toMatchObject({ messageId: told.id, message: 'disk full', tags: [] });
});

it('a warning is not written when the limit changed meanwhile', async () => {
  const Item = { pk: 'QUOTA#org_2#2026-11', count: 2400, limit: 25_000, plan: 'pro' };
  await engine.db.send(new PutCommand({ TableName: engine.tables.counters, Item }));
  const state = { count: 2400, limit: 3000 };
  const warning = { organizationId: 'org_2', month: '2026-11', state, level: 80, entry: entry('4') };

  expect(await quotas.warn(warning)).toBe(false);
});
