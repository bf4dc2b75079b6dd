import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createQuotaCounter } from '../../../adapters/aws/counters/quota-counter.ts';
import type { Organization } from '../../../core/directory/organization.ts';
import { GetCommand, PutCommand } from '../../../adapters/aws/dynamodb/commands.ts';
import { startTestDynamoDb, type TestDynamoDb } from '../../engines/dynamodb.ts';

const NOVEMBER = Date.parse('2026-11-30T23:59:59.999Z');

let engine: TestDynamoDb;
let counter: ReturnType<typeof createQuotaCounter>;

beforeAll(async () => {
  engine = await startTestDynamoDb();
  counter = createQuotaCounter(engine.db, engine.tables);
});
afterAll(async () => engine.stop());

async function organization(id: string): Promise<void> {
  const fields: Organization = { id, name: id, plan: 'free', extraPacks: 0, createdAt: '', version: 1 };
  const Item = { pk: `ORG#${id}`, sk: 'ORG', ...fields };
  await engine.db.send(new PutCommand({ TableName: engine.tables.directory, Item }));
}

async function used(id: string, count: number): Promise<void> {
  const Item = { pk: `QUOTA#${id}#2026-11`, count, limit: 3000, plan: 'free' };
  await engine.db.send(new PutCommand({ TableName: engine.tables.counters, Item }));
}

/** How many sends stand in the item of the month. */
async function countOf(id: string): Promise<unknown> {
  const get = new GetCommand({ TableName: engine.tables.counters, Key: { pk: `QUOTA#${id}#2026-11` } });
  return (await engine.db.send(get)).Item?.['count'];
}

describe('the monthly quota', () => {
  it('takes its limit from the plan with the first send of a month', async () => {
    await organization('org_first');

    expect(await counter.count('org_first', NOVEMBER)).toEqual({ kind: 'ok' });
  });

  it('accepts exactly what is left when 200 sends meet at the boundary', async () => {
    await organization('org_race');
    await used('org_race', 2950);

    const checks = await Promise.all(Array.from({ length: 200 }, async () => counter.count('org_race', NOVEMBER)));

    expect(checks.filter((check) => check.kind === 'ok')).toHaveLength(50);
    expect(checks.find((check) => check.kind === 'exceeded')).toEqual({
      kind: 'exceeded',
      limit: 3000,
      usage: 3000,
      plan: 'free',
    });
  });

  it('starts a month with the first sends of many instances at once without losing a count', async () => {
    await organization('org_start');

    await Promise.all(Array.from({ length: 20 }, async () => counter.count('org_start', NOVEMBER)));

    expect(await countOf('org_start')).toBe(20);
  });

  it('does not count when it only checks', async () => {
    await organization('org_check');
    await used('org_check', 2999);

    await counter.check('org_check', NOVEMBER);

    expect(await counter.count('org_check', NOVEMBER)).toEqual({ kind: 'ok' });
    expect((await counter.check('org_check', NOVEMBER)).kind).toBe('exceeded');
  });

  it('starts afresh with the next month, UTC', async () => {
    await organization('org_month');
    await used('org_month', 3000);

    expect((await counter.count('org_month', NOVEMBER)).kind).toBe('exceeded');
    expect((await counter.count('org_month', NOVEMBER + 1)).kind).toBe('ok');
  });
});
