import { randomBytes } from 'node:crypto';
import { mkdtempSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KMSClient } from '@aws-sdk/client-kms';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GetCommand, PutCommand } from '../../../../adapters/aws/dynamodb/commands.ts';
import { createChannelVault } from '../../../../adapters/aws/secrets/channel-vault.ts';
import { createDataKeys } from '../../../../adapters/aws/secrets/data-keys.ts';
import { noSecrets } from '../../../../adapters/aws/secrets/no-secrets.ts';
import { openText, sealText, UnsealableText } from '../../../../adapters/aws/secrets/sealed-text.ts';
import type { Channel } from '../../../../core/directory/channel.ts';
import { type Door, openDoor } from '../../../../local/door/door.ts';
import { kmsService } from '../../../../local/door/services/kms.ts';
import { startTestDynamoDb, type TestDynamoDb } from '../../../engines/dynamodb.ts';
import { fakeDataKeys } from '../../../fakes/data-keys.ts';

const key = randomBytes(32);
const at = '2026-11-20T10:00:00.000Z';
const channel: Channel = {
  id: 'ch_1',
  organizationId: 'org_1',
  kind: 'webhook',
  name: 'Receiver',
  enabled: true,
  config: { url: 'https://example.com', secret: 'whsec_abc', headers: { authorization: 'Bearer xyz' } },
  createdAt: at,
  updatedAt: at,
  version: 1,
};

describe('a sealed text', () => {
  it('is opened with its key at its place, whatever it says', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (text, place) => {
        expect(openText(sealText(text, key, place), key, place)).toBe(text);
      }),
    );
  });

  it('says nothing of the text, not even whether it is the same as another', () => {
    expect(sealText('secret', key, 'a')).not.toContain('secret');
    expect(sealText('secret', key, 'a')).not.toBe(sealText('secret', key, 'a'));
  });

  const sealed = sealText('secret', key, 'org_1/ch_1/secret');
  it.each([
    ['another key', sealed, randomBytes(32), 'org_1/ch_1/secret'],
    ['another channel', sealed, key, 'org_1/ch_2/secret'],
    ['another organisation', sealed, key, 'org_2/ch_1/secret'],
    // Not the last character: it may hold bits that stand for nothing.
    ['a changed byte', sealed.replace(/.(?=.{4}$)/, (one) => (one === 'A' ? 'B' : 'A')), key, 'org_1/ch_1/secret'],
    ['a text that was never sealed', 'secret', key, 'org_1/ch_1/secret'],
    ['a sealed text without its end', sealed.slice(0, 30), key, 'org_1/ch_1/secret'],
  ])('is not opened with %s', (_, text, withKey, place) => {
    expect(() => openText(text, withKey, place)).toThrow(UnsealableText);
  });

  it('never stands in the error', () => {
    expect(() => openText(`${sealed}x`, key, 'here')).toThrow(/^The secret at here cannot be unsealed\.$/);
  });
});

describe('the vault', () => {
  const vault = createChannelVault(fakeDataKeys);

  it('seals every secret field and nothing else', async () => {
    const { config } = await vault.seal(channel);

    expect(config).toMatchObject({ url: 'https://example.com', secret: expect.stringMatching(/^sealed:1:/) });
    expect(JSON.stringify(config)).not.toMatch(/whsec_abc|xyz/);
    expect((await vault.open({ ...channel, config })).config).toEqual(channel.config);
  });

  it('opens nothing that was copied from another channel or organisation', async () => {
    const { config } = await vault.seal(channel);

    await expect(vault.open({ ...channel, id: 'ch_2', config })).rejects.toThrow(UnsealableText);
    await expect(vault.open({ ...channel, organizationId: 'org_2', config })).rejects.toThrow(UnsealableText);
  });

  it('needs no key for a channel without secrets', async () => {
    const stream: Channel = { ...channel, kind: 'live-stream', config: { format: 'json' } };

    expect(await noSecrets.seal(stream)).toEqual(stream);
    await expect(noSecrets.seal(channel)).rejects.toThrow('there is no key');
  });
});

describe('data keys', () => {
  let engine: TestDynamoDb;
  let door: Door;
  const dataDir = mkdtempSync(join(tmpdir(), 'kms-'));
  beforeAll(async () => {
    [engine, door] = await Promise.all([startTestDynamoDb(), openDoor()]);
    door.serve('kms', kmsService(dataDir));
  });
  afterAll(async () => {
    await engine.stop();
    await door.close();
  });

  const calls = () =>
    door.metering
      .read()
      .filter(({ service }) => service === 'kms')
      .map(({ operation, calls: count }) => [operation, count]);

  /** An instance of a function, with a cache of its own. */
  const instance = (now: () => number = () => 0) =>
    createDataKeys({
      db: engine.db,
      kms: new KMSClient({
        endpoint: door.url,
        region: 'us-east-1',
        credentials: { accessKeyId: 'operator', secretAccessKey: 'any' },
      }),
      table: engine.tables.directory,
      keyId: 'arn:aws:kms:us-east-1:000000000000:key/secrets',
      now,
    });

  it('are made once for each organisation, and the same for every instance', async () => {
    const keys = await Promise.all(Array.from({ length: 8 }, async () => instance().keyOf('org_a')));

    expect(new Set(keys.map((one) => Buffer.from(one).toString('hex'))).size).toBe(1);
    expect(Buffer.from(await instance().keyOf('org_b')).equals(Buffer.from(keys[0]!))).toBe(false);
  });

  it('are asked of KMS once by an instance, and again after ten minutes', async () => {
    let now = 0;
    const keys = instance(() => now);
    await keys.keyOf('org_a');
    door.metering.reset();

    await Promise.all([keys.keyOf('org_a'), keys.keyOf('org_a')]);
    expect(calls()).toEqual([]);

    now = 10 * 60_000;
    await keys.keyOf('org_a');
    expect(calls()).toEqual([['Decrypt', 1]]);
  });

  it('open nothing for an organisation that they were copied to', async () => {
    await instance().keyOf('org_c');
    const { Item } = await engine.db.send(
      new GetCommand({ TableName: engine.tables.directory, Key: { pk: 'ORG#org_c', sk: 'DATAKEY' } }),
    );
    await engine.db.send(
      new PutCommand({ TableName: engine.tables.directory, Item: { ...Item, pk: 'ORG#org_thief' } }),
    );

    await expect(instance().keyOf('org_thief')).rejects.toMatchObject({ name: 'InvalidCiphertextException' });
  });

  it('lie in the table encrypted only, and the master key in a file of its owner', async () => {
    const plain = Buffer.from(await instance().keyOf('org_d')).toString('base64');
    const { Item } = await engine.db.send(
      new GetCommand({ TableName: engine.tables.directory, Key: { pk: 'ORG#org_d', sk: 'DATAKEY' } }),
    );

    expect(JSON.stringify(Item)).not.toContain(plain);
    expect(statSync(join(dataDir, 'kms-master.key')).mode & 0o777).toBe(0o600);
  });

  it('are still opened after a restart on the same folder', async () => {
    const before = Buffer.from(await instance().keyOf('org_e'));
    door.serve('kms', kmsService(dataDir));

    expect(Buffer.from(await instance().keyOf('org_e')).equals(before)).toBe(true);
  });

  it('are asked for again after KMS failed', async () => {
    const keys = instance();
    door.serve('kms', () => ({ status: 500, headers: {}, body: '{}', operation: 'Decrypt' }));
    await expect(keys.keyOf('org_a')).rejects.toThrow(/.+/);
    door.serve('kms', kmsService(dataDir));

    expect(await keys.keyOf('org_a')).toHaveLength(32);
  });
});
