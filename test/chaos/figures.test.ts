import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { batchPut } from '../../adapters/aws/dynamodb/batch-put.ts';
import { deliveryKey, messageKey } from '../../adapters/aws/messages/message-key.ts';
import { flat } from '../../core/message/content.ts';
import { attempt, deliveryRow, messageIdAt, messageRow, ORGANIZATION, routed } from '../core/figures/rows.ts';
import { startTestDynamoDb, type TestDynamoDb } from '../engines/dynamodb.ts';
import { checkFigures } from './figures.ts';

let engine: TestDynamoDb;

beforeAll(async () => {
  engine = await startTestDynamoDb();
});
afterAll(async () => engine.stop());

describe('the check of figures', () => {
  it('finds them right, however often the stream was handed over, and says which are wrong', async () => {
    const { client, db, endpoint, tables } = engine;
    const now = Date.now();
    const records = Array.from({ length: 12 }, (_, index) => {
      const id = messageIdAt(now + index * 60_000, String(index % 4));
      const state = index % 3 === 0 ? ('failed' as const) : ('delivered' as const);
      const rows = index < 10 ? [deliveryRow(id, 'ch_a', { state, attempts: [attempt(state, 500)] })] : [];
      return { message: messageRow(id, [routed('ch_a'), routed('ch_live', 'live-stream')]), deliveries: rows };
    });
    for (const { message, deliveries } of records) {
      const rows = deliveries.map((row) => ({ table: tables.messages, item: { ...deliveryKey(row), ...row } }));
      const item = { ...messageKey(ORGANIZATION, message.id), ...flat(message) };
      await batchPut(db, [{ table: tables.messages, item }]);
      await batchPut(db, rows);
    }

    const first = await checkFigures({ client, endpoint, tables, records });
    const again = await checkFigures({ client, endpoint, tables, records });
    const fewer = await checkFigures({ client, endpoint, tables, records: records.slice(1) });

    expect(first).toEqual({ countedByStack: 0, wrong: [] });
    expect(again).toEqual({ countedByStack: 12, wrong: [] });
    expect(fewer.wrong).toContain('1h of ch_a: failed 4, but 3 in the tables');
  });
});
