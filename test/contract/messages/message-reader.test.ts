import { encodeTime } from 'ulid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { batchPut } from '../../../adapters/aws/dynamodb/batch-put.ts';
import { PutCommand } from '../../../adapters/aws/dynamodb/commands.ts';
import type { DocumentClient } from '../../../adapters/aws/dynamodb/document-client.ts';
import { deliveryKey, messageKey } from '../../../adapters/aws/messages/message-key.ts';
import { createMessageReader } from '../../../adapters/aws/messages/message-reader.ts';
import type { Delivery } from '../../../core/delivery/delivery.ts';
import type { MessageQuery, MessageReader } from '../../../core/delivery/message-history.ts';
import type { MessageRecord } from '../../../core/delivery/message-report.ts';
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

type Engine = Awaited<ReturnType<typeof startTestDynamoDb>>;

async function store({ db, tables }: Engine, messages: Message[], deliveries: Delivery[] = []): Promise<void> {
  const failed = ({ organizationId, messageId, state }: Delivery) =>
    state === 'failed' ? { failedShard: messageKey(organizationId, messageId).pk } : {};
  const rows = [
    ...messages.map((item) => ({ ...messageKey(item.organizationId, item.id), ...flat(item) })),
    ...deliveries.map((item) => ({ ...deliveryKey(item), ...item, ...failed(item) })),
  ];
  await batchPut(
    db,
    rows.map((item) => ({ table: tables.messages, item })),
  );
}

/** An engine, and the names of the commands that it was sent. */
async function engineThatCounts() {
  const started = await startTestDynamoDb();
  const sends: string[] = [];
  const db: DocumentClient = {
    send: async (command) => {
      sends.push(command.operation);
      return started.db.send(command);
    },
  };
  return { engine: { ...started, db }, sends };
}

describe('the work of one call', () => {
  it('is small when few of many messages failed', async () => {
    const { engine, sends } = await engineThatCounts();
    const stored = Array.from({ length: 1000 }, () => message('org_busy'));
    await store(engine, stored, [{ ...delivery(stored[0]!, 'ch_1'), state: 'failed' }]);
    const reader = createMessageReader(engine.db, { table: engine.tables.messages, now: () => NOW });
    sends.length = 0;

    const page = await reader.listMessages(query('org_busy', { onlyFailed: true }));
    await engine.stop();

    expect(page.items.map((item) => item.message.id)).toEqual([stored[0]!.id]);
    // One look into each shard of the index, and the message.
    expect(sends).toHaveLength(5);
  });

  it('fills a page of a webhook behind 5,000 messages of another, in few queries', { timeout: 90_000 }, async () => {
    const { engine, sends } = await engineThatCounts();
    const mine = [3, 2, 1].map((hours) => message('org_busy', { webhookId: 'wh_mine', at: NOW - hours * 3_600_000 }));
    const others = Array.from({ length: 5000 }, () => message('org_busy'));
    await store(engine, [...mine, ...others]);
    const reader = createMessageReader(engine.db, { table: engine.tables.messages, now: () => NOW });
    sends.length = 0;

    const page = await reader.listMessages(query('org_busy', { webhookId: 'wh_mine' }));
    await engine.stop();

    expect(page).toEqual({ items: mine.toReversed().map((item) => ({ message: item, deliveries: [] })) });
    // Four shards of some 1,250 rows: 128, 512, and the rest.
    expect(sends.length).toBeLessThanOrEqual(12);
  });

  it('finds the failures of a webhook behind those of another without reading their messages', async () => {
    const { engine, sends } = await engineThatCounts();
    const mine = Array.from({ length: 3 }, () => message('org_busy', { webhookId: 'wh_mine', at: NOW - 3_600_000 }));
    const others = Array.from({ length: 500 }, () => message('org_busy'));
    const failures = [...mine, ...others].map((item) => ({ ...delivery(item, 'ch_1'), state: 'failed' }) as const);
    await store(engine, [...mine, ...others], failures);
    const reader = createMessageReader(engine.db, { table: engine.tables.messages, now: () => NOW });
    sends.length = 0;

    const page = await reader.listMessages(query('org_busy', { onlyFailed: true, webhookId: 'wh_mine' }));
    await engine.stop();

    expect(page.items.map((item) => item.message.id)).toEqual(mine.map(({ id }) => id).toReversed());
    expect(page.next).toBeUndefined();
    // The index by hundreds, the rows of its keys by hundreds, and the three messages.
    expect(sends.length).toBeLessThanOrEqual(8 + 6 + 3);
  });

  it('ends a search after two seconds, says how far it came, and goes on from there', async () => {
    const { engine, sends } = await engineThatCounts();
    const rare = message('org_busy', { at: NOW - 3_600_000 });
    const others = Array.from({ length: 1500 }, (_, index) => message('org_busy', { at: NOW - 60_000 + index }));
    const rows = others.slice(0, 200).flatMap((item) => ['ch_1', 'ch_2', 'ch_3'].map((id) => delivery(item, id)));
    await store(engine, [rare, ...others], rows);
    // Each round of four queries takes two seconds.
    const now = () => NOW + sends.length * 500;
    const reader = createMessageReader(engine.db, { table: engine.tables.messages, now });
    const seen: string[] = [];
    const accepts = async ({ message: { id } }: MessageRecord) => {
      seen.push(id);
      return id === rare.id;
    };

    const pages: { found: string[]; queries: number }[] = [];
    let after: string | undefined;
    do {
      sends.length = 0;
      const page = { limit: 10, ...(after === undefined ? {} : { after }) };
      const { items, next } = await reader.listMessages(query('org_busy', { accepts, isSearch: true, page }));
      pages.push({ found: items.map((item) => item.message.id), queries: sends.length });
      after = next;
    } while (after !== undefined);
    await engine.stop();

    expect(pages.length).toBeGreaterThan(1);
    expect(Math.max(...pages.map(({ queries }) => queries))).toBe(4);
    expect(pages.flatMap(({ found }) => found)).toEqual([rare.id]);
    expect(seen).toEqual([...others.map(({ id }) => id).toReversed(), rare.id]);
  });

  it('does not look to the end of time whether a full page of a webhook is the last', async () => {
    const { engine, sends } = await engineThatCounts();
    const mine = Array.from({ length: 10 }, () => message('org_busy', { webhookId: 'wh_mine' }));
    const older = Array.from({ length: 1000 }, () => message('org_busy', { at: NOW - 3_600_000 }));
    await store(engine, [...mine, ...older]);
    const now = () => NOW + sends.length * 300;
    const reader = createMessageReader(engine.db, { table: engine.tables.messages, now });
    sends.length = 0;

    const page = await reader.listMessages(query('org_busy', { webhookId: 'wh_mine' }));
    await engine.stop();

    expect(page.items.map((item) => item.message.id)).toEqual(mine.map(({ id }) => id).toReversed());
    expect(page.next).toBe(mine[0]!.id);
    expect(sends).toHaveLength(4);
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

    it('lists the messages of one webhook, over as many pages as they fill', async () => {
      newOrganization();
      const stored = Array.from({ length: 60 }, (_, index) =>
        message(organizationId, { at: NOW - 60_000 + index, webhookId: index % 4 === 0 ? 'wh_mine' : 'wh_1' }),
      );
      for (const item of stored) await messages.add(item, [delivery(item, 'ch_1')]);
      const mine = stored.filter(({ webhookId }) => webhookId === 'wh_mine').map(({ id }) => id);

      const pages = await listAll({ webhookId: 'wh_mine' });

      expect(pages.flat()).toEqual(mine.toReversed());
      expect(pages.map((page) => page.length)).toEqual([7, 7, 1]);
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
