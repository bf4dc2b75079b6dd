import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMonthReader, createSpanCounts } from '../../../adapters/aws/counters/span-counts.ts';
import { noUsage } from '../../../core/usage/usage.ts';
import { startTestDynamoDb, type TestDynamoDb } from '../../engines/dynamodb.ts';

const START = Date.parse('2026-11-30T23:50:00.000Z');
const NEXT_MONTH = Date.parse('2026-12-01T00:00:00.000Z');

describe('counts of spans in DynamoDB', () => {
  let engine: TestDynamoDb;
  let spans: ReturnType<typeof createSpanCounts>;
  let months: ReturnType<typeof createMonthReader>;
  beforeAll(async () => {
    engine = await startTestDynamoDb();
    spans = createSpanCounts(engine.db, engine.tables.counters);
    months = createMonthReader(engine.db, engine.tables.counters);
  });
  afterAll(async () => engine.stop());

  it('add up to months, each span once however often it is counted', async () => {
    await spans.setSpan('org_1', START, { ...noUsage, messages: 3, pending: 3 });
    await spans.setSpan('org_1', START, { ...noUsage, messages: 3, pending: 3 });
    await spans.setSpan('org_1', START - 600_000, { ...noUsage, messages: 2, delivered: 2 });
    await spans.setSpan('org_1', NEXT_MONTH, { ...noUsage, messages: 1, skipped: 1 });
    await spans.setSpan('org_1', START, { ...noUsage, messages: 3, delivered: 2, failed: 1 });

    const read = await months.readMonths('org_1', ['2026-12', '2026-11', '2026-10']);

    expect(read).toEqual([
      { ...noUsage, messages: 1, skipped: 1 },
      { ...noUsage, messages: 5, delivered: 4, failed: 1 },
      noUsage,
    ]);
  });

  it('stay right when two runs count the same span at the same moment', async () => {
    const usage = { ...noUsage, messages: 7 };

    await Promise.all(Array.from({ length: 5 }, async () => spans.setSpan('org_2', START, usage)));

    expect(await months.readMonths('org_2', ['2026-11'])).toEqual([usage]);
  });

  it('are kept apart by organisation, and nothing is written for nothing', async () => {
    await spans.setSpan('org_3', START, noUsage);

    expect(await months.readMonths('org_3', ['2026-11'])).toEqual([noUsage]);
  });
});
