import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAskList } from '../../../adapters/aws/asks/ask-list.ts';
import { pressCheckKey } from '../../../adapters/aws/asks/press-check-row.ts';
import { createPressChecks, type OpenDataKey } from '../../../adapters/aws/asks/press-checks.ts';
import { createChannelRepository } from '../../../adapters/aws/directory/channel-repository.ts';
import { GetCommand } from '../../../adapters/aws/dynamodb/commands.ts';
import { createChannelVault } from '../../../adapters/aws/secrets/channel-vault.ts';
import type { AuditEntry } from '../../../core/directory/audit-entry.ts';
import { channelKinds } from '../../../core/channels/registry.ts';
import type { Channel } from '../../../core/directory/channel.ts';
import { shownConfig } from '../../../core/directory/channel-config.ts';
import { startTestDynamoDb, type TestDynamoDb } from '../../engines/dynamodb.ts';
import { fakeDataKeys } from '../../fakes/data-keys.ts';
import { NOW } from '../../fakes/asks.ts';

let engine: TestDynamoDb;

beforeAll(async () => {
  engine = await startTestDynamoDb();
});
afterAll(async () => engine.stop());

const organizationId = 'org_01KAG20RM0ABCDEFGHJKMNPQR0';
const at = '2026-11-20T10:00:00.000Z';
const slack: Channel = {
  id: 'ch_01KAG20RM0ABCDEFGHJKMNPQR0',
  organizationId,
  kind: 'slack',
  name: 'Ops',
  enabled: true,
  config: { botToken: 'xoxb-secret', channel: 'C0', signingSecret: 'signing-secret' },
  createdAt: at,
  updatedAt: at,
  version: 1,
};
let serial = 0;
const entry = (): AuditEntry => ({
  id: `01KAG20RM0ABCDEFGHJKMN${String((serial += 1)).padStart(4, '0')}`,
  organizationId,
  at,
  actor: { type: 'token', id: 'tok_1', name: 'ci' },
  action: 'channel.changed',
  target: slack.id,
  expiresAt: 0,
});

function rig() {
  const { db, tables } = engine;
  const opened: Record<string, string>[] = [];
  const openDataKey: OpenDataKey = async (ciphertext, context) => {
    opened.push(context);
    const { key, ciphertext: known } = await fakeDataKeys.newKey({ organizationId, purpose: 'presses' });
    if (!Buffer.from(ciphertext).equals(Buffer.from(known))) throw new Error('not this key');
    return key;
  };
  const checks = createPressChecks(db, { table: tables.asks, openDataKey, now: Date.now });
  const channels = createChannelRepository(db, tables, createChannelVault(fakeDataKeys));
  const replace = async (before: Channel, config: object) => {
    const after = { ...before, config: { ...before.config, ...config }, version: before.version + 1 };
    await channels.replaceChannel({ before, after, controls: [], entry: entry() });
    return after;
  };
  const row = async ({ id }: Channel) =>
    (await db.send(new GetCommand({ TableName: tables.asks, Key: pressCheckKey(id) }))).Item;
  return { channels, checks, opened, replace, row, asks: createAskList(db, tables.asks) };
}

describe('what presses in a channel are checked by', () => {
  it('comes, changes and goes with the channel, sealed with a key for this purpose alone', async () => {
    const { channels, checks, opened, replace, row } = rig();

    await channels.insertChannel(slack, entry());
    const first = await row(slack);
    const made = await checks.read(slack.id);
    const renamed = await replace(slack, { channel: 'C1' });
    const kept = await row(slack);
    const changed = await replace(renamed, { signingSecret: 'another-secret' });
    const after = await checks.read(slack.id);
    const plain = await replace(changed, { signingSecret: undefined });
    const without = await checks.read(slack.id);
    const again = await replace(plain, { signingSecret: 'signing-secret' });
    const back = await checks.read(slack.id);
    await channels.removeChannel({ channel: again, controls: [], entry: entry() });

    expect(made).toEqual({ organizationId, kind: 'slack', secret: 'signing-secret' });
    expect(JSON.stringify(first)).not.toMatch(/signing-secret|xoxb/);
    expect(kept).toEqual(first);
    expect(opened[0]).toEqual({ organizationId, purpose: 'presses' });
    expect([after?.secret, without, back?.secret]).toEqual(['another-secret', undefined, 'signing-secret']);
    expect(await checks.read(slack.id)).toBeUndefined();
  });

  it('costs one call of KMS, however often a stranger asks for it', async () => {
    const { channels, checks, opened } = rig();
    await channels.insertChannel(slack, entry());

    const read = await Promise.all(Array.from({ length: 20 }, async () => checks.read(slack.id)));
    await channels.removeChannel({ channel: slack, controls: [], entry: entry() });

    expect(read.map((check) => check?.secret)).toEqual(Array.from({ length: 20 }, () => 'signing-secret'));
    expect(opened).toHaveLength(1);
  });

  it('of Telegram is never the token of the bot', async () => {
    const { channels, checks } = rig();
    const config = { botToken: '123:AA', chatId: '-1', interactive: true };
    const telegram: Channel = { ...slack, id: 'ch_01KAG20RM0ABCDEFGHJKMNPQR1', kind: 'telegram', config };

    await channels.insertChannel(telegram, entry());

    const check = await checks.read(telegram.id);
    expect(check).toMatchObject({ kind: 'telegram', secret: expect.stringMatching(/^[\w-]{43}$/) });
    expect(check?.secret).not.toContain('AA');
  });

  it('of ntfy is a secret that the router makes, and no operator sees', async () => {
    const { channels, checks, row } = rig();
    const config = { serverUrl: 'https://ntfy.example', topic: 'ops' };
    const made = channelKinds.ntfy.prepare(config, { now: 0, randomBytes });
    const ntfy: Channel = { ...slack, id: 'ch_01KAG20RM0ABCDEFGHJKMNPQR4', kind: 'ntfy', config: made.config };
    const before: Channel = { ...ntfy, id: 'ch_01KAG20RM0ABCDEFGHJKMNPQR5', config };

    await channels.insertChannel(ntfy, entry());
    await channels.insertChannel(before, entry());
    const changed = channelKinds.ntfy.prepare(
      { ...config, topic: 'dev' },
      { now: 0, randomBytes, previous: made.config },
    );

    const check = await checks.read(ntfy.id);
    const { pressSecret } = made.config;
    expect(check).toEqual({ organizationId, kind: 'ntfy', secret: pressSecret });
    expect(pressSecret).toMatch(/^[\w-]{43}$/);
    expect(changed).toEqual({ config: { ...config, topic: 'dev', pressSecret }, issued: [] });
    expect(shownConfig(ntfy)).toEqual(config);
    expect(JSON.stringify(await row(ntfy))).not.toContain(pressSecret);
    // Saved by an earlier version: no secret, so no buttons.
    expect(await checks.read(before.id)).toBeUndefined();
  });

  it('is nothing for a channel without buttons, or for what is no channel', async () => {
    const { channels, checks, row } = rig();
    const { signingSecret: _, ...config } = slack.config;
    const plain: Channel = { ...slack, id: 'ch_01KAG20RM0ABCDEFGHJKMNPQR2', config };

    await channels.insertChannel(plain, entry());
    await channels.removeChannel({ channel: plain, controls: [], entry: entry() });

    expect(await row(plain)).toBeUndefined();
    expect(await checks.read('PLACE#1')).toBeUndefined();
  });

  it('is in no list of asks', async () => {
    const { channels, asks } = rig();
    const other: Channel = { ...slack, id: 'ch_01KAG20RM0ABCDEFGHJKMNPQR3' };

    await channels.insertChannel(other, entry());

    expect(await asks.list({ organizationId, page: { limit: 100 }, now: NOW })).toEqual({ items: [] });
  });
});
