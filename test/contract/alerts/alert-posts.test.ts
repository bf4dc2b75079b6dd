import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAlertHeads } from '../../../adapters/aws/alerts/alert-heads.ts';
import { createAlertPosts } from '../../../adapters/aws/alerts/alert-posts.ts';
import { createMessageStore } from '../../../adapters/aws/messages/message-store.ts';
import type { AlertHeads } from '../../../core/alert/apply-change.ts';
import { applyChange } from '../../../core/alert/apply-change.ts';
import { markOf } from '../../../core/alert/alert.ts';
import type { Change } from '../../../core/alert/change.ts';
import type { AlertMessage, PostPorts, ShownPost } from '../../../core/delivery/alert-posts.ts';
import type { Message } from '../../../core/delivery/message.ts';
import { message as plain } from '../../core/delivery/rig.ts';
import { startTestDynamoDb, type TestDynamoDb } from '../../engines/dynamodb.ts';
import { memoryAlertHeads, memoryPosts } from '../../fakes/alerts.ts';

const NOW = Date.parse('2026-11-20T10:00:00.000Z');
let engine: TestDynamoDb;
let serial = 0;

beforeAll(async () => {
  engine = await startTestDynamoDb();
});
afterAll(async () => engine.stop());

interface Implementation {
  readonly heads: AlertHeads;
  readonly posts: PostPorts;
  readonly store: (message: Message) => Promise<void>;
}

function inMemory(): Implementation {
  const heads = memoryAlertHeads();
  const posts = memoryPosts(heads);
  return { heads, posts, store: async (message) => void posts.stored.set(message.id, message) };
}

function onDynamoDb(): Implementation {
  const { db, tables } = engine;
  return {
    heads: createAlertHeads(db, tables.alerts),
    posts: createAlertPosts(db, tables),
    store: async (message) => createMessageStore(db, tables).store(message),
  };
}

describe.each([
  ['in memory', inMemory],
  ['on DynamoDB', onDynamoDb],
] as const)('posts of alerts %s', (_, create) => {
  function rig() {
    const { heads, posts, store } = create();
    const key = `disk ${(serial += 1)}`;
    async function say(change: Partial<Change> = {}): Promise<AlertMessage> {
      const messageId = `msg_01HY${String((serial += 1)).padStart(22, '0')}`;
      const whole: Change = {
        organizationId: 'org_1',
        webhookId: 'wh_1',
        webhookName: 'CI',
        key,
        status: 'firing',
        messageId,
        now: NOW,
        at: NOW,
        by: { type: 'sender' },
        matched: ['slack ch_1'],
        hops: [],
        ...change,
      };
      const changed = await applyChange({ heads, now: () => NOW, pause: async () => {} }, whole, false);
      const after = changed?.after;
      if (after === undefined) throw new Error('There is no alert.');
      const { status, turn } = after;
      const said = { ...plain, id: messageId, alert: { ...markOf(after), status, said: whole.status, turn } };
      await store(said);
      return said;
    }
    const at = ({ id, alert }: AlertMessage) => ({ alertId: alert.id, channelId: 'ch_1', messageId: id });
    const hold = async (message: AlertMessage, now = NOW, more = {}) =>
      posts.hold({ ...at(message), now, until: now + 1000, ...more });
    const row = async (message: AlertMessage) => (await posts.read(message, 'ch_1')).row;
    return { posts, say, at, hold, row };
  }

  const shown: ShownPost = {
    turn: 1,
    version: 3,
    digest: 'abc',
    posts: 2,
    reference: 'place.1',
    older: { id: 'dlv_1', reference: 'place.0', alertId: 'al_0' },
  };

  it('say where the alert of a message stands, and that nothing is shown at first', async () => {
    const { posts, say } = rig();
    const first = await say();
    await say({ priority: 4 });

    const standing = await posts.read(first, 'ch_1');

    expect(standing).toMatchObject({ isNewest: true, row: {}, alert: { id: first.alert.id, sequence: 2, turn: 2 } });
    expect(await posts.readMessage('org_1', first.id)).toMatchObject({ id: first.id });
    expect(await posts.readMessage('org_1', 'msg_01HY0000000000000000009999')).toBeUndefined();
  });

  it('give the channel to one of many, and to the same one again', async () => {
    const { say, hold, row } = rig();
    const messages = [await say(), await say(), await say()];

    const got = await Promise.all(messages.map(async (message) => hold(message)));
    const holder = messages[got.indexOf(true)]!;

    expect(got.filter(Boolean)).toHaveLength(1);
    expect(await hold(holder, NOW + 5, { begun: { posts: 1, version: 1 } })).toBe(true);
    expect(await row(holder)).toEqual({
      holder: { messageId: holder.id, until: NOW + 1005 },
      begun: { posts: 1, version: 1 },
    });
  });

  it('give the channel to another one when nobody came back for it', async () => {
    const { say, hold, posts, at, row } = rig();
    const [first, second] = [await say(), await say()];
    await hold(first);

    expect([await hold(second, NOW + 1000), await hold(second, NOW + 1001)]).toEqual([false, true]);
    await posts.settle(at(first), shown);
    await posts.release(at(first), true);
    expect(await row(first)).toEqual({ holder: { messageId: second.id, until: NOW + 2001 } });
  });

  it('keep what is shown, whole, and nothing of what was before', async () => {
    const { say, hold, posts, at, row } = rig();
    const first = await say();
    await hold(first, NOW, { begun: { posts: 1, version: 1 } });
    await posts.settle(at(first), shown);
    const whole = await row(first);
    await hold(first, NOW, { seen: shown.version });
    const { older: _, digest: __, ...less } = shown;
    await posts.settle(at(first), less);

    expect(whole).toEqual({ shown, shownBy: first.id });
    expect(await row(first)).toEqual({ shown: less, shownBy: first.id });
  });

  it('give the channel to nobody who has not seen what it shows by now', async () => {
    const { say, hold, posts, at, row } = rig();
    const first = await say();
    await hold(first);
    await posts.settle(at(first), shown);

    const late = await Promise.all([hold(first), hold(first, NOW, { seen: shown.version - 1 })]);

    expect(late).toEqual([false, false]);
    expect(await row(first)).toEqual({ shown, shownBy: first.id });
    expect(await hold(first, NOW, { seen: shown.version })).toBe(true);
  });

  it('say that somebody failed, until another one tries', async () => {
    const { say, hold, posts, at, row } = rig();
    const first = await say();
    await hold(first);
    await posts.release(at(first), true);
    const failed = await row(first);
    await hold(first);
    const tried = await row(first);
    await posts.release(at(first), false);

    expect(failed).toEqual({ hasFailed: true });
    expect(tried).toEqual({ holder: { messageId: first.id, until: NOW + 1000 } });
    expect(await row(first)).toEqual({});
  });

  it('find an alert that another one of its key followed, and close its last post', async () => {
    const { say, hold, posts, at, row } = rig();
    const first = await say();
    await hold(first);
    await posts.settle(at(first), shown);
    await say({ status: 'resolved' });
    const next = await say();
    const old = await posts.read(first, 'ch_1');
    const { alert } = await posts.read(next, 'ch_1');
    const previous = await posts.readPrevious(alert!, 'ch_1');
    const { older: _, ...last } = shown;
    await posts.close(at(first), { ...last, isContinued: true });

    expect(old).toMatchObject({ isNewest: false, alert: { status: 'resolved' }, row: { shown } });
    expect(alert).toMatchObject({ episode: 2, previousId: first.alert.id, sequence: 1 });
    expect(previous).toEqual({ alert: old.alert, row: old.row });
    expect((await row(first)).shown).toEqual({ ...last, isContinued: true });
  });
});
