import { encodeTime } from 'ulid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createStoredMessages } from '../../../adapters/aws/deliveries/stored-messages.ts';
import { createOrganizationList } from '../../../adapters/aws/directory/organization-list.ts';
import { PutCommand } from '../../../adapters/aws/dynamodb/commands.ts';
import { messageKey } from '../../../adapters/aws/messages/message-key.ts';
import type { MessageRecord } from '../../../core/delivery/message-report.ts';
import { flat } from '../../../core/message/content.ts';
import type { Message } from '../../../core/delivery/message.ts';
import { startTestDynamoDb, type TestDynamoDb } from '../../engines/dynamodb.ts';
import { message as sample } from '../../core/delivery/rig.ts';

const NOW = Date.parse('2026-11-20T10:00:00.000Z');

let engine: TestDynamoDb;
beforeAll(async () => {
  engine = await startTestDynamoDb();
});
afterAll(async () => engine.stop());

/** Ids end in 0: shard 0. */
const idAt = (at: number, serial = 0) => `msg_${encodeTime(at, 10)}${String(serial).padStart(15, '0')}0`;

async function store(id: string, { text = '', deliveries = 0 } = {}): Promise<void> {
  const organizationId = 'org_1';
  const expiresAt = Math.floor(NOW / 1000) + 3600;
  const message: Message = { ...sample, id, organizationId, content: { message: text, tags: [] }, expiresAt };
  const key = messageKey(organizationId, id);
  const rows = Array.from({ length: deliveries }, (_, index) => ({
    pk: key.pk,
    sk: `${id}#ch_${index}`,
    organizationId,
    webhookId: 'wh_1',
    messageId: id,
    channelId: `ch_${index}`,
    state: 'delivered',
    attempt: 1,
    retriesUsed: 0,
    attempts: [],
    expiresAt,
  }));
  for (const Item of [{ ...key, ...flat(message) }, ...rows]) {
    await engine.db.send(new PutCommand({ TableName: engine.tables.messages, Item }));
  }
}

describe('stored messages of a span', () => {
  const reader = () => createStoredMessages(engine.db, { table: engine.tables.messages, now: () => NOW });

  async function pages(after: number, until: number): Promise<MessageRecord[][]> {
    const found: MessageRecord[][] = [];
    let before: string | undefined;
    do {
      const span = { organizationId: 'org_1', shard: 0, after, until };
      const page = await reader().page(before === undefined ? span : { ...span, before });
      found.push(page.records);
      before = page.next;
    } while (before !== undefined);
    return found;
  }

  it('come with their deliveries, and only those of the span: its start is not part of it, its end is', async () => {
    for (const at of [NOW - 3000, NOW - 2999, NOW - 2000, NOW - 1999]) await store(idAt(at), { deliveries: 2 });

    const [records = []] = await pages(NOW - 3000, NOW - 2000);

    expect(records.map(({ message }) => message.id)).toEqual([idAt(NOW - 2000), idAt(NOW - 2999)]);
    expect(records.map(({ deliveries }) => deliveries.length)).toEqual([2, 2]);
  });

  it('come whole and once when they fill several pages', async () => {
    const start = NOW - 1_000_000;
    for (let serial = 1; serial <= 12; serial += 1) {
      await store(idAt(start, serial), { text: 'x'.repeat(200_000), deliveries: 3 });
    }

    const found = await pages(start - 1, start);

    expect(found.length).toBeGreaterThan(1);
    const ids = found.flat().map(({ message }) => message.id);
    expect(ids).toEqual(Array.from({ length: 12 }, (_, index) => idAt(start, 12 - index)));
    expect(found.flat().every(({ deliveries }) => deliveries.length === 3)).toBe(true);
  });
});

describe('the list of organisations', () => {
  it('goes through all of them in order, from any one on', async () => {
    for (const id of ['org_b', 'org_a', 'org_c']) {
      const Item = { pk: 'ORGANIZATIONS', sk: `ORG#${id}`, id };
      await engine.db.send(new PutCommand({ TableName: engine.tables.directory, Item }));
    }
    const list = createOrganizationList(engine.db, engine.tables.directory);

    expect(await Array.fromAsync(list())).toEqual(['org_a', 'org_b', 'org_c']);
    expect(await Array.fromAsync(list('org_aa'))).toEqual(['org_b', 'org_c']);
  });
});
