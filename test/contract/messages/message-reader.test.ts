import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { encodeTime } from 'ulid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { batchPut } from '../../../adapters/aws/dynamodb/batch-put.ts';
import { deliveryKey, messageKey } from '../../../adapters/aws/messages/message-key.ts';
import { createMessageReader } from '../../../adapters/aws/messages/message-reader.ts';
import type { Delivery } from '../../../core/delivery/delivery.ts';
import type { MessageQuery, MessageReader, MessageRecord } from '../../../core/delivery/message-history.ts';
import type { Message } from '../../../core/delivery/message.ts';
import { flat } from '../../../core/message/content.ts';
import { startTestDynamoDb } from '../../engines/dynamodb.ts';
import { createFakeMessages } from '../../fakes/messages.ts';

const NOW = Date.parse('2026-11-20T10:00:00.000Z');
const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

interface MessagesUnderTest {
  readonly reader: MessageReader;
  readonly add: (message: Message, deliveries?: Delivery[]) => Promise<void>;
  readonly close?: () => Promise<void>;
}

let counter = 0;

function message(organizationId: string, overrides: Partial<Message> & { at?: number } = {}): Message {
  const { at = NOW - 60_000, ...fields } = overrides;
  counter += 1;
  // The last character decides the shard: consecutive messages go to different ones.
  const tail = String(counter).padStart(15, '0') + CROCKFORD[counter % CROCKFORD.length]!;
  return {
    id: `msg_${encodeTime(at, 10)}${tail}`,
    organizationId,
    webhookId: 'wh_1',
    webhookName: 'Deployments',
    content: { message: `message ${counter}`, tags: [] },
    format: 'json',
    receivedAt: new Date(at).toISOString(),
    payload: { text: '{}' },
    routing: [],
    notes: [],
    hops: [],
    expiresAt: Math.floor(at / 1000) + 30 * 24 * 3600,
    ...fields,
  };
}

function delivery(of: Message, channelId: string): Delivery {
  return {
    organizationId: of.organizationId,
    webhookId: of.webhookId,
    messageId: of.id,
    channelId,
    state: 'delivered',
    attempt: 1,
    retriesUsed: 0,
    attempts: [{ at: of.receivedAt, outcome: 'delivered', status: 200, durationMs: 3 }],
    expiresAt: of.expiresAt,
  };
}

const query = (organizationId: string, overrides: Partial<MessageQuery> = {}): MessageQuery => ({
  organizationId,
  page: { limit: 10 },
  accepts: async () => true,
  ...overrides,
});

describeMessages('in memory', async () => createFakeMessages(() => NOW));
describeMessages('DynamoDB', async () => {
  const engine = await startTestDynamoDb();
  const { db, tables } = engine;
  const put = (Item: object) => db.send(new PutCommand({ TableName: tables.messages, Item: { ...Item } }));
  return {
    reader: createMessageReader(db, { table: tables.messages, now: () => NOW }),
    add: async (stored, deliveries = []) => {
      await put({ ...messageKey(stored.organizationId, stored.id), ...flat(stored) });
      for (const row of deliveries) {
        const failedShard =
          row.state === 'failed' ? { failedShard: messageKey(stored.organizationId, stored.id).pk } : {};
        await put({ ...deliveryKey(row), ...row, ...failedShard });
      }
    },
    close: () => engine.stop(),
  };
});

/** An engine, and the names of the commands that it was sent. */
async function engineThatCounts() {
  const engine = await startTestDynamoDb();
  const sends: string[] = [];
  engine.client.middlewareStack.add(
    (next, context) => (args) => {
      sends.push(String(context.commandName));
      return next(args);
    },
    { step: 'initialize' },
  );
  return { ...engine, sends };
}

describe('the work of one call', () => {
  it('is small when few of many messages failed', async () => {
    const { db, tables, sends, ...engine } = await engineThatCounts();
    const stored = Array.from({ length: 1000 }, () => message('org_busy'));
    const failed = delivery(stored[0]!, 'ch_1');
    const failedShard = messageKey('org_busy', stored[0]!.id).pk;
    const row = { ...deliveryKey(failed), ...failed, state: 'failed', failedShard };
    const items = stored.map((item) => ({
      table: tables.messages,
      item: { ...messageKey('org_busy', item.id), ...flat(item) },
    }));
    await batchPut(db, [...items, { table: tables.messages, item: row }]);
    const reader = createMessageReader(db, { table: tables.messages, now: () => NOW });
    sends.length = 0;

    const page = await reader.listMessages(query('org_busy', { onlyFailed: true }));
    await engine.stop();

    expect(page.items.map((item) => item.message.id)).toEqual([stored[0]!.id]);
    // One look into each shard of the index, and the message.
    expect(sends).toHaveLength(5);
  });

  it('ends after 24 queries with a cursor, even when nothing was found yet', async () => {
    const { db, tables, sends, ...engine } = await engineThatCounts();
    const rare = message('org_busy', { at: NOW - 3_600_000 });
    await batchPut(db, [{ table: tables.messages, item: { ...messageKey('org_busy', rare.id), ...flat(rare) } }]);
    const others = Array.from({ length: 2600 }, () => message('org_busy'));
    await batchPut(
      db,
      others.map((item) => ({ table: tables.messages, item: { ...messageKey('org_busy', item.id), ...flat(item) } })),
    );
    const reader = createMessageReader(db, { table: tables.messages, now: () => NOW });
    const accepts = async ({ message: { id } }: MessageRecord) => id === rare.id;
    sends.length = 0;

    const first = await reader.listMessages(query('org_busy', { accepts }));
    const queries = sends.filter((name) => name === 'QueryCommand').length;
    const second = await reader.listMessages(query('org_busy', { accepts, page: { limit: 10, after: first.next! } }));
    await engine.stop();

    expect(first.items).toEqual([]);
    expect(first.next).toMatch(/^msg_/);
    expect(queries).toBe(24);
    expect(second.items.map((item) => item.message.id)).toEqual([rare.id]);
    expect(second.next).toBeUndefined();
  });
});

function describeMessages(name: string, open: () => Promise<MessagesUnderTest>): void {
  describe(`messages: ${name}`, () => {
    let messages: MessagesUnderTest;
    let organizations = 0;
    let organizationId: string;
    beforeAll(async () => {
      messages = await open();
    });
    afterAll(async () => messages.close?.());
    const newOrganization = () => (organizationId = `org_${(organizations += 1)}`);

    async function listAll(overrides: Partial<MessageQuery>): Promise<string[][]> {
      const pages: string[][] = [];
      let after: string | undefined;
      do {
        const page = { limit: 7, ...(after === undefined ? {} : { after }) };
        const { items, next } = await messages.reader.listMessages(query(organizationId, { page, ...overrides }));
        pages.push(items.map((item) => item.message.id));
        after = next;
      } while (after !== undefined);
      return pages;
    }

    it('pages through every shard newest first, each message once with all its deliveries', async () => {
      newOrganization();
      const stored = Array.from({ length: 40 }, (_, index) => message(organizationId, { at: NOW - 60_000 + index }));
      for (const item of stored) await messages.add(item, [delivery(item, 'ch_1'), delivery(item, 'ch_2')]);

      const pages = await listAll({});
      const [first] = (await messages.reader.listMessages(query(organizationId))).items;

      expect(pages.flat()).toEqual(stored.map(({ id }) => id).toReversed());
      expect(first?.deliveries.map(({ channelId }) => channelId).sort()).toEqual(['ch_1', 'ch_2']);
    });

    it('ends exactly at the last message when it fills the page', async () => {
      newOrganization();
      for (let index = 0; index < 7; index += 1) await messages.add(message(organizationId));

      const pages = await listAll({});

      expect(pages.map((page) => page.length)).toEqual([7]);
    });

    it('finds a rare message behind many others, over as many pages as that takes', async () => {
      newOrganization();
      const rare = message(organizationId, { at: NOW - 3_600_000 });
      await messages.add(rare);
      for (let index = 0; index < 60; index += 1) await messages.add(message(organizationId));

      const pages = await listAll({ accepts: async (record) => record.message.id === rare.id });

      expect(pages.flat()).toEqual([rare.id]);
    });

    it('keeps to a span of time, both ends included', async () => {
      newOrganization();
      const at = (minutes: number) => NOW - minutes * 60_000;
      const stored = [50, 40, 30, 20].map((minutes) => message(organizationId, { at: at(minutes) }));
      for (const item of stored) await messages.add(item);

      const pages = await listAll({ from: at(40), to: at(30) });

      expect(pages.flat()).toEqual([stored[2]!.id, stored[1]!.id]);
    });

    it('lists those with a failed delivery by pages, newest first, each once, in a span of time', async () => {
      newOrganization();
      const stored = Array.from({ length: 60 }, (_, index) => message(organizationId, { at: NOW - 60_000 + index }));
      for (const [index, item] of stored.entries()) {
        const state = index % 3 === 0 ? 'failed' : 'delivered';
        const rows = ['ch_1', 'ch_2'].map((channelId) => ({ ...delivery(item, channelId), state }) as const);
        await messages.add(item, [...rows, delivery(item, 'ch_3')]);
      }
      const failed = stored.filter((_, index) => index % 3 === 0).toReversed();
      const accepts = async ({ deliveries }: MessageRecord) => deliveries.some(({ state }) => state === 'failed');

      const pages = await listAll({ onlyFailed: true, accepts });
      const span = await listAll({ onlyFailed: true, accepts, from: NOW - 60_000 + 30, to: NOW - 60_000 + 36 });

      const idsOf = (some: Message[]) => some.map(({ id }) => id);
      expect(pages).toEqual([failed.slice(0, 7), failed.slice(7, 14), failed.slice(14)].map(idsOf));
      expect(span.flat()).toEqual([36, 33, 30].map((index) => stored[index]!.id));
    });

    it('lists all that failed when that fills the last page', async () => {
      newOrganization();
      for (let index = 0; index < 7; index += 1) {
        const item = message(organizationId);
        await messages.add(item, [{ ...delivery(item, 'ch_1'), state: 'failed' }]);
      }

      const pages = await listAll({ onlyFailed: true });

      expect(pages.map((page) => page.length)).toEqual([7]);
    });

    it('answers nothing for a span that ends before it begins, or lies beyond all time', async () => {
      newOrganization();
      await messages.add(message(organizationId));

      expect(await listAll({ from: NOW, to: NOW - 3_600_000 })).toEqual([[]]);
      expect(await listAll({ from: Number.MAX_SAFE_INTEGER })).toEqual([[]]);
      expect(await listAll({ to: -62_135_596_800_000 })).toEqual([[]]);
    });

    it('reads one message with its deliveries, and none that expired or is of another organisation', async () => {
      newOrganization();
      const fresh = message(organizationId);
      const gone = message(organizationId, { expiresAt: NOW / 1000 - 1 });
      await messages.add(fresh, [delivery(fresh, 'ch_1')]);
      await messages.add(gone);

      const found = await messages.reader.readMessage(organizationId, fresh.id);

      expect(found).toEqual({ message: fresh, deliveries: [delivery(fresh, 'ch_1')] });
      expect(await messages.reader.readMessage(organizationId, gone.id)).toBeUndefined();
      expect(await messages.reader.readMessage('org_other', fresh.id)).toBeUndefined();
      expect(await messages.reader.readMessage(organizationId, `${fresh.id}#ch_1`)).toBeUndefined();
      expect(await listAll({})).toEqual([[fresh.id]]);
    });
  });
}
