import { describe, expect, it } from 'vitest';
import { createUsageStore } from '../../../adapters/aws/counters/usage-store.ts';
import { directoryKeys } from '../../../adapters/aws/directory/directory-keys.ts';
import { createDirectoryRepository } from '../../../adapters/aws/directory/directory-repository.ts';
import { GetCommand, PutCommand, QueryCommand } from '../../../adapters/aws/dynamodb/commands.ts';
import { createChannelVault } from '../../../adapters/aws/secrets/channel-vault.ts';
import { createEndpointReader } from '../../../adapters/aws/directory/endpoint-reader.ts';
import { hashSecret } from '../../../core/directory/secret-hash.ts';
import { StreamEndpoint } from '../../../core/directory/stream-endpoint.ts';
import { LiveControl } from '../../../core/live/live-event.ts';
import { startTestDynamoDb } from '../../engines/dynamodb.ts';
import { fakeDataKeys } from '../../fakes/data-keys.ts';
import { createFakeDirectory, createFakeUsage } from '../../fakes/directory.ts';
import { describeDirectory, type DirectoryUnderTest } from './directory-contract.ts';
import { describeUsage, type UsageUnderTest } from './usage-contract.ts';

describeDirectory('in memory', async () => createFakeDirectory());
describeDirectory('DynamoDB', openDynamoDb);
describeUsage('in memory', async () => createFakeUsage());
describeUsage('DynamoDB', openUsage);

async function openDynamoDb(): Promise<DirectoryUnderTest> {
  const engine = await startTestDynamoDb();
  const { db, tables } = engine;
  const endpoints = createEndpointReader(db, tables.directory);
  return {
    store: createDirectoryRepository(db, tables, createChannelVault(fakeDataKeys)),
    endpointAt: (publicId) => endpoints.read(publicId),
    streamAt: async (streamId) => {
      const Key = { pk: `STREAM#${hashSecret(streamId)}`, sk: 'STREAM' };
      const { Item } = await db.send(new GetCommand({ TableName: tables.directory, Key }));
      return Item === undefined ? undefined : StreamEndpoint.parse(Item);
    },
    controlsOf: async (channelId) => {
      const { Items } = await db.send(
        new QueryCommand({
          TableName: tables.liveEvents,
          KeyConditionExpression: 'channelId = :channel',
          ExpressionAttributeValues: { ':channel': channelId },
        }),
      );
      return Items.map((item) => LiveControl.parse(item));
    },
    close: () => engine.stop(),
  };
}

async function openUsage(): Promise<UsageUnderTest> {
  const engine = await startTestDynamoDb();
  const { db, tables } = engine;
  const pk = (organizationId: string, month: string) => `QUOTA#${organizationId}#${month}`;
  return {
    store: createUsageStore(db, tables.counters),
    seed: async (organizationId, month, counter) => {
      await db.send(
        new PutCommand({ TableName: tables.counters, Item: { pk: pk(organizationId, month), ...counter } }),
      );
    },
    counterOf: async (organizationId, month) => {
      const { Item } = await db.send(
        new GetCommand({ TableName: tables.counters, Key: { pk: pk(organizationId, month) } }),
      );
      return Item;
    },
    close: () => engine.stop(),
  };
}

describe('directory keys', () => {
  it('keep public ids and stream ids out of every key', () => {
    const keys = [directoryKeys.endpoint('secret-id'), directoryKeys.stream('secret-id')];

    expect(JSON.stringify(keys)).not.toContain('secret-id');
  });
});
