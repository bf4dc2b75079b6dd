import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createReplayStore } from '../../../adapters/aws/deliveries/replay-store.ts';
import { createChannelSwitch } from '../../../adapters/aws/directory/channel-switch.ts';
import { directoryKeys, sortPrefixes } from '../../../adapters/aws/directory/directory-keys.ts';
import { GetCommand, PutCommand, QueryCommand } from '../../../adapters/aws/dynamodb/commands.ts';
import { messageKey } from '../../../adapters/aws/messages/message-key.ts';
import type { SwitchOff } from '../../../core/delivery/switch-off.ts';
import { flat } from '../../../core/message/content.ts';
import { ulidOf } from '../../../core/message/ids.ts';
import type { Channel } from '../../../core/directory/channel.ts';
import type { LiveNotification } from '../../../core/live/live-event.ts';
import { channel as sample, message } from '../../core/delivery/rig.ts';
import { startTestDynamoDb, type TestDynamoDb } from '../../engines/dynamodb.ts';

let engine: TestDynamoDb;
beforeAll(async () => {
  engine = await startTestDynamoDb();
});
afterAll(async () => engine.stop());

const keyOf = ({ organizationId, id }: Channel) => directoryKeys.channel(organizationId, id);

async function stored(changes: Partial<Channel> & Pick<Channel, 'id' | 'organizationId'>): Promise<Channel> {
  const channel = { ...sample, ...changes };
  const Item = { ...keyOf(channel), ...channel };
  await engine.db.send(new PutCommand({ TableName: engine.tables.directory, Item }));
  return channel;
}

async function item(TableName: string, Key: Record<string, string>) {
  return (await engine.db.send(new GetCommand({ TableName, Key }))).Item;
}

const liveEvent: LiveNotification = {
  kind: 'notification',
  channelId: 'ch_live',
  id: '01HX0000000000000000000001',
  messageId: message.id,
  content: { message: 'off', tags: [] },
  payload: { text: '{}' },
  expiresAt: 0,
};

function change(channel: Channel): SwitchOff {
  const { organizationId, id: target } = channel;
  const entry = { id: '01HX', organizationId, at: 'now', target, reason: 'gone', expiresAt: 1 } as const;
  return {
    channel,
    reason: 'gone',
    entry: { ...entry, actor: { type: 'system' }, action: 'channel.disabled' },
    notice: {
      ...message,
      organizationId,
      routing: [{ channelId: organizationId, kind: 'live-stream', matched: true, reason: 'marked' }],
    },
  };
}

const audit = async (organizationId: string) =>
  engine.db.send(
    new QueryCommand({
      TableName: engine.tables.directory,
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :audit)',
      ExpressionAttributeValues: { ':pk': directoryKeys.partition(organizationId), ':audit': sortPrefixes.audit },
    }),
  );

describe('switching a channel off', () => {
  it('writes the switch, the audit entry, the notice and its events together', async () => {
    const channel = await stored({ id: 'ch_1', organizationId: 'org_1', version: 7 });

    expect(await createChannelSwitch(engine.db, engine.tables).switchOff(change(channel))).toBe(true);

    const { directory, messages, liveEvents } = engine.tables;
    expect(await item(directory, keyOf(channel))).toMatchObject({ enabled: false, disabledReason: 'gone', version: 8 });
    expect((await audit('org_1')).Items).toMatchObject([{ action: 'channel.disabled', actor: { type: 'system' } }]);
    expect(await item(messages, messageKey('org_1', message.id))).toMatchObject({ message: 'disk full' });
    expect(await item(liveEvents, { channelId: 'org_1', id: ulidOf(message.id) })).toMatchObject({
      message: 'disk full',
    });
  });

  it('writes nothing when the channel changed since it was read', async () => {
    const channel = await stored({ id: 'ch_1', organizationId: 'org_2', version: 7 });
    await stored({ id: 'ch_1', organizationId: 'org_2', version: 8 });

    expect(await createChannelSwitch(engine.db, engine.tables).switchOff(change(channel))).toBe(false);

    expect(await item(engine.tables.directory, keyOf(channel))).toMatchObject({ enabled: true, version: 8 });
    expect((await audit('org_2')).Items).toEqual([]);
    expect(await item(engine.tables.messages, messageKey('org_2', message.id))).toBeUndefined();
  });

  it('writes no notice when nobody is to be told', async () => {
    const channel = await stored({ id: 'ch_1', organizationId: 'org_3' });
    const { notice: _, ...quiet } = change(channel);

    expect(await createChannelSwitch(engine.db, engine.tables).switchOff(quiet)).toBe(true);
    expect(await item(engine.tables.messages, messageKey('org_3', message.id))).toBeUndefined();
  });

  it('finds the channels that are on and marked', async () => {
    await stored({ id: 'ch_1', organizationId: 'org_4' });
    await stored({ id: 'ch_2', organizationId: 'org_4', notifyOnProblems: true });
    await stored({ id: 'ch_3', organizationId: 'org_4', notifyOnProblems: true, enabled: false });

    const marked = await createChannelSwitch(engine.db, engine.tables).marked('org_4');

    expect(marked.map(({ id }) => id)).toEqual(['ch_2']);
  });
});

describe('replays', () => {
  const replay = { routing: [], notes: ['replayed'] };

  it('change routing and notes of a message, and nothing else', async () => {
    const stored = { ...message, id: 'msg_01HX0000000000000000000001', notes: ['first'] };
    const key = messageKey('org_1', stored.id);
    await engine.db.send(new PutCommand({ TableName: engine.tables.messages, Item: { ...key, ...flat(stored) } }));

    await createReplayStore(engine.db, engine.tables).record(stored, replay);

    expect(await item(engine.tables.messages, key)).toEqual({ ...key, ...flat(stored), ...replay });
  });

  it('do not bring a message back whose lifetime is over', async () => {
    const gone = { ...message, id: 'msg_01HX0000000000000000000002' };

    await createReplayStore(engine.db, engine.tables).record(gone, replay);

    expect(await item(engine.tables.messages, messageKey('org_1', gone.id))).toBeUndefined();
  });

  it('put their events on the streams', async () => {
    await createReplayStore(engine.db, engine.tables).publish([{ ...liveEvent, channelId: 'ch_replayed' }]);

    const key = { channelId: 'ch_replayed', id: liveEvent.id };
    expect(await item(engine.tables.liveEvents, key)).toMatchObject({ messageId: message.id });
  });
});
