import { GetCommand, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { directoryKeys } from '../../../adapters/aws/directory/directory-keys.ts';
import { createSubscriptionRemoval } from '../../../adapters/aws/directory/subscription-removal.ts';
import { channel as sample } from '../../core/delivery/rig.ts';
import { startTestDynamoDb, type TestDynamoDb } from '../../engines/dynamodb.ts';
import { createFakeGenerators } from '../../fakes/generators.ts';

let engine: TestDynamoDb;
beforeAll(async () => {
  engine = await startTestDynamoDb();
});
afterAll(async () => engine.stop());

/** A channel with two browsers in an organisation of its own, and what is left of it. */
async function subscribed(organizationId: string) {
  const { db, tables } = engine;
  const channel = { ...sample, organizationId, config: { subscriptions: { one: {}, two: {} } }, version: 1 };
  const Key = directoryKeys.channel(organizationId, channel.id);
  await db.send(new PutCommand({ TableName: tables.directory, Item: { ...Key, ...channel } }));
  const forget = createSubscriptionRemoval(db, tables.directory, createFakeGenerators());
  return {
    forget: async (...ids: string[]) => forget(channel, ids),
    left: async () => {
      const { Item } = await db.send(new GetCommand({ TableName: tables.directory, Key }));
      return { browsers: new Set(Object.keys(Item?.['config'].subscriptions)), version: Item?.['version'] };
    },
    log: async () => {
      const query = {
        TableName: tables.directory,
        KeyConditionExpression: 'pk = :pk AND begins_with(sk, :audit)',
        ExpressionAttributeValues: { ':pk': directoryKeys.partition(organizationId), ':audit': 'AUDIT#' },
      };
      return (await db.send(new QueryCommand(query))).Items;
    },
  };
}

describe('taking browsers from a channel that are gone', () => {
  it('takes those and no others, with an entry of the audit log', async () => {
    const { forget, left, log } = await subscribed('org_gone');

    await forget('one', 'unknown');

    expect(await left()).toEqual({ browsers: new Set(['two']), version: 2 });
    expect(await log()).toMatchObject([
      { action: 'channel.unsubscribed', target: sample.id, actor: { type: 'system' }, reason: expect.any(String) },
    ]);
  });

  it('changes and notes nothing when they are gone already', async () => {
    const { forget, left, log } = await subscribed('org_again');

    await forget('unknown');

    expect(await left()).toEqual({ browsers: new Set(['one', 'two']), version: 1 });
    expect(await log()).toEqual([]);
  });
});
