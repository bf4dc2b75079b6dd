import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDuplicateStore } from '../../../adapters/aws/counters/duplicate-store.ts';
import { startTestDynamoDb, type TestDynamoDb } from '../../engines/dynamodb.ts';
import { memoryDuplicates } from '../../fakes/duplicates.ts';

const NOW = Date.parse('2026-11-20T10:00:00.000Z');
const DAY = 24 * 60 * 60 * 1000;

let engine: TestDynamoDb;
let serial = 0;

beforeAll(async () => {
  engine = await startTestDynamoDb();
});
afterAll(async () => engine.stop());

const implementations: [string, () => ReturnType<typeof memoryDuplicates>][] = [
  ['in memory', () => memoryDuplicates()],
  ['on DynamoDB', () => createDuplicateStore(engine.db, engine.tables.counters)],
];

describe.each(implementations)('identified sends %s', (_, create) => {
  function named(id = 'delivery-1') {
    serial += 1;
    return { webhookId: `wh_${serial}`, id };
  }

  it('gives the proposed slot to the first', async () => {
    expect(await create().claim(named(), { ulid: 'A', at: NOW })).toEqual({ ulid: 'A', at: NOW, state: 'new' });
  });

  it('gives the slot of the first to a repetition, and says whether it was completed', async () => {
    const store = create();
    const send = named();
    await store.claim(send, { ulid: 'A', at: NOW });

    expect(await store.claim(send, { ulid: 'B', at: NOW + 1 })).toEqual({ ulid: 'A', at: NOW, state: 'incomplete' });
    await store.complete(send);
    expect(await store.claim(send, { ulid: 'C', at: NOW + 2 })).toEqual({ ulid: 'A', at: NOW, state: 'complete' });
  });

  it('keeps webhooks and ids apart', async () => {
    const store = create();
    const send = named();
    await store.claim(send, { ulid: 'A', at: NOW });

    expect((await store.claim({ ...send, id: 'other' }, { ulid: 'B', at: NOW })).state).toBe('new');
    expect((await store.claim({ ...send, webhookId: 'wh_other' }, { ulid: 'B', at: NOW })).state).toBe('new');
  });

  it('forgets after 24 hours', async () => {
    const store = create();
    const send = named();
    await store.claim(send, { ulid: 'A', at: NOW });

    expect((await store.claim(send, { ulid: 'B', at: NOW + DAY - 1000 })).ulid).toBe('A');
    expect(await store.claim(send, { ulid: 'B', at: NOW + DAY })).toMatchObject({ ulid: 'B', state: 'new' });
  });

  it('gives one of ten sends that come at once the slot, and the others the same', async () => {
    const store = create();
    const send = named();

    const slots = await Promise.all(
      Array.from({ length: 10 }, async (__, n) => store.claim(send, { ulid: `U${n}`, at: NOW })),
    );

    expect(slots.filter((slot) => slot.state === 'new')).toHaveLength(1);
    expect(new Set(slots.map((slot) => slot.ulid)).size).toBe(1);
  });
});
