import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createReplayStore } from '../../../adapters/aws/deliveries/replay-store.ts';
import { directoryKeys } from '../../../adapters/aws/directory/directory-keys.ts';
import { createNameReader } from '../../../adapters/aws/directory/name-reader.ts';
import { batchPut } from '../../../adapters/aws/dynamodb/batch-put.ts';
import { GetCommand } from '../../../adapters/aws/dynamodb/commands.ts';
import { deliveryKey, messageKey } from '../../../adapters/aws/messages/message-key.ts';
import { createEdgeReader, createNewestMessages } from '../../../adapters/aws/messages/newest-messages.ts';
import { Message } from '../../../core/delivery/message.ts';
import { flat } from '../../../core/message/content.ts';
import { messageIdAt, messageRow, NOON, routed } from '../../core/figures/rows.ts';
import { startTestDynamoDb, type TestDynamoDb } from '../../engines/dynamodb.ts';

let engine: TestDynamoDb;
let serial = 0;
let organizationId: string;

beforeAll(async () => {
  engine = await startTestDynamoDb();
});
afterAll(async () => engine.stop());
beforeEach(() => {
  serial += 1;
  organizationId = `org_${serial}`;
});

/** Stores messages, each with a delivery beside it. */
async function store(...ids: readonly string[]): Promise<void> {
  const table = engine.tables.messages;
  const rows = ids.flatMap((id) => [
    { table, item: { ...messageKey(organizationId, id), id } },
    { table, item: { ...deliveryKey({ organizationId, messageId: id, channelId: 'ch_a' }), messageId: id } },
  ]);
  await batchPut(engine.db, rows);
}

const [early, middle, late] = [messageIdAt(NOON), messageIdAt(NOON + 5000), messageIdAt(NOON + 9000)];
const elsewhere = messageIdAt(NOON + 7000, '1');

describe('the newest messages', () => {
  it('are one of each shard, accepted in the span, its ends included', async () => {
    await store(early, middle, late, elsewhere);
    const newest = createNewestMessages(engine.db, engine.tables.messages);

    expect((await newest.inShards(organizationId, { from: NOON, until: NOON + 9000 })).toSorted()).toEqual([
      elsewhere,
      late,
    ]);
    expect(await newest.inShards(organizationId, { from: NOON, until: NOON + 6999 })).toEqual([middle]);
    expect(await newest.inShards('org_nobody', { from: 0, until: NOON * 2 })).toEqual([]);
  });
});

describe('the edges of a span', () => {
  it('are its oldest and its newest message in each shard, without its end', async () => {
    await store(early, middle, late, elsewhere);
    const edges = createEdgeReader(engine.db, engine.tables.messages);

    expect((await edges(organizationId, { from: NOON + 1, until: NOON + 9000 })).toSorted()).toEqual(
      [middle, middle, elsewhere, elsewhere].toSorted(),
    );
    expect(new Set(await edges(organizationId, { from: NOON, until: NOON + 9001 }))).toEqual(
      new Set([early, late, elsewhere]),
    );
  });
});

describe('a replay', () => {
  it('adds to the channels that a message was ever routed to, whatever another one adds meanwhile', async () => {
    const before = { ...messageRow(early, [routed('ch_a'), routed('ch_b', 'slack', false)]), organizationId };
    await batchPut(engine.db, [
      { table: engine.tables.messages, item: { ...messageKey(organizationId, early), ...flat(before) } },
    ]);
    const replays = createReplayStore(engine.db, engine.tables);
    const none = { routing: [routed('ch_a', 'slack', false)], notes: [] };

    await replays.record(before, { routing: [routed('ch_b')], notes: [] });
    await replays.record(before, { routing: [routed('ch_c')], notes: [] });
    await replays.record({ ...before, ...none }, none);

    const Key = messageKey(organizationId, early);
    const { Item } = await engine.db.send(new GetCommand({ TableName: engine.tables.messages, Key }));
    expect(Message.parse(Item).everMatched).toEqual(new Set(['ch_a', 'ch_b', 'ch_c']));
    expect(Message.parse(Item).routing).toEqual(none.routing);
  });
});

describe('names', () => {
  it('are those of webhooks and channels that are there', async () => {
    const table = engine.tables.directory;
    await batchPut(engine.db, [
      { table, item: { ...directoryKeys.webhook(organizationId, 'wh_a'), name: 'Builds' } },
      { table, item: { ...directoryKeys.channel(organizationId, 'ch_a'), name: 'Ops' } },
    ]);
    const names = createNameReader(engine.db, table);

    const found = await Promise.all([
      names.readName(organizationId, 'webhook', 'wh_a'),
      names.readName(organizationId, 'channel', 'ch_a'),
      names.readName(organizationId, 'channel', 'ch_b'),
    ]);

    expect(found).toEqual(['Builds', 'Ops', undefined]);
  });
});
