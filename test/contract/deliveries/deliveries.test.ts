import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createDeliveryStore } from '../../../adapters/aws/deliveries/delivery-store.ts';
import { createDueIndex } from '../../../adapters/aws/deliveries/due-index.ts';
import type { FinishedAttempt } from '../../../core/delivery/deliver.ts';
import type { DeliveryJob } from '../../../core/delivery/job.ts';
import type { ParkedDelivery } from '../../../core/delivery/sweep.ts';
import { startTestDynamoDb, type TestDynamoDb } from '../../engines/dynamodb.ts';
import { memoryDeliveries } from '../../fakes/deliveries.ts';

const NOW = Date.parse('2026-11-20T10:00:00.000Z');
const LEASE = { now: NOW, leaseMs: 90_000 };
const at = new Date(NOW).toISOString();

let engine: TestDynamoDb;
let serial = 0;
let job: DeliveryJob;

beforeAll(async () => {
  engine = await startTestDynamoDb();
});
afterAll(async () => engine.stop());
beforeEach(() => {
  serial += 1;
  job = {
    organizationId: 'org_1',
    webhookId: 'wh_1',
    messageId: `msg_01HX00000000000000000000${String(serial).padStart(2, '0')}`,
    channelId: 'ch_1',
    attempt: 1,
    retriesUsed: 0,
  };
});

const delivered: FinishedAttempt = {
  state: 'delivered',
  attempt: { at, outcome: 'delivered', status: 200, durationMs: 4 },
};
const retrying: FinishedAttempt = {
  state: 'retrying',
  attempt: { at, outcome: 'retry', status: 503, error: 'the receiver answered 503', durationMs: 4 },
  next: { at: '2026-11-20T10:30:00.000Z', retriesUsed: 1, parked: true },
};

const implementations: [string, () => ReturnType<typeof memoryDeliveries>][] = [
  ['in memory', () => memoryDeliveries()],
  ['on DynamoDB', () => createDeliveryStore(engine.db, engine.tables.messages)],
];

describe.each(implementations)('delivery rows %s', (_, create) => {
  async function claimed(store: ReturnType<typeof create>, of = job, lease = LEASE): Promise<number> {
    const claim = await store.claim(of, lease);
    if (claim.kind !== 'claimed') throw new Error(`The claim was ${claim.kind}.`);
    return claim.leaseUntil;
  }

  it('gives a new attempt to whoever claims it first', async () => {
    const store = create();

    expect(await store.claim(job, LEASE)).toEqual({ kind: 'claimed', leaseUntil: NOW + 90_000 });
    expect(await store.read(job)).toMatchObject({
      state: 'delivering',
      attempt: 1,
      attempts: [],
      organizationId: 'org_1',
    });
  });

  it('gives an attempt to exactly one of ten copies that claim it at once', async () => {
    const store = create();

    const claims = await Promise.all(Array.from({ length: 10 }, async () => store.claim(job, LEASE)));

    expect(claims.filter((claim) => claim.kind === 'claimed')).toHaveLength(1);
    expect(claims.filter((claim) => claim.kind === 'busy')).toHaveLength(9);
  });

  it('tells a copy how long the attempt is held', async () => {
    const store = create();
    await claimed(store);

    expect(await store.claim(job, { now: NOW + 1, leaseMs: 90_000 })).toEqual({
      kind: 'busy',
      leaseUntil: NOW + 90_000,
    });
  });

  it('gives the attempt to another copy when the lease ran out', async () => {
    const store = create();
    await claimed(store);

    expect((await store.claim(job, { now: NOW + 90_001, leaseMs: 90_000 })).kind).toBe('claimed');
  });

  it('writes nothing for a copy whose lease ran out and was taken over', async () => {
    const store = create();
    const first = await claimed(store);
    await claimed(store, job, { now: NOW + 90_001, leaseMs: 90_000 });

    await store.finish(job, first, delivered);

    expect(await store.read(job)).toMatchObject({ state: 'delivering', attempts: [] });
  });

  it('drops every later copy of a final delivery', async () => {
    const store = create();
    await store.finish(job, await claimed(store), delivered);

    expect(await store.claim(job, LEASE)).toEqual({ kind: 'over' });
    expect(await store.claim({ ...job, attempt: 2 }, LEASE)).toEqual({ kind: 'over' });
    expect(await store.read(job)).toMatchObject({ state: 'delivered', attempts: [delivered.attempt] });
  });

  it('keeps every attempt and gives the next number once', async () => {
    const store = create();
    await store.finish(job, await claimed(store), retrying);
    const second = { ...job, attempt: 2, retriesUsed: 1 };

    expect(await store.claim(job, LEASE)).toEqual({ kind: 'over' });
    await store.finish(second, await claimed(store, second), delivered);

    expect(await store.read(job)).toMatchObject({
      state: 'delivered',
      attempt: 2,
      attempts: [retrying.attempt, delivered.attempt],
    });
  });

  it('gives the first attempt of a parked delivery', async () => {
    const store = create();
    await store.park([job], NOW + 60_000);

    expect(await store.read(job)).toMatchObject({ state: 'queued', attempt: 0, dueAt: '2026-11-20T10:01:00.000Z' });
    expect((await store.claim(job, LEASE)).kind).toBe('claimed');
  });
});

describe('the index of parked deliveries', () => {
  async function due(until: string): Promise<ParkedDelivery[]> {
    const index = createDueIndex(engine.db, engine.tables.messages);
    const found = await Array.fromAsync(index.pages(until));
    return found.flat().filter((parked) => parked.messageId === job.messageId);
  }

  it('holds a parked retry until it is claimed, with what its next job needs', async () => {
    const store = createDeliveryStore(engine.db, engine.tables.messages);
    const claim = await store.claim(job, LEASE);
    await store.finish(job, claim.kind === 'claimed' ? claim.leaseUntil : 0, retrying);

    expect(await due('2026-11-20T10:29:59.999Z')).toEqual([]);
    expect(await due('2026-11-20T10:30:00.000Z')).toMatchObject([{ ...job, attempt: 1, retriesUsed: 1 }]);

    await store.claim({ ...job, attempt: 2, retriesUsed: 1 }, LEASE);
    expect(await due('2026-11-20T10:30:00.000Z')).toEqual([]);
  });

  it('clears a mark only while it is unchanged', async () => {
    const store = createDeliveryStore(engine.db, engine.tables.messages);
    const index = createDueIndex(engine.db, engine.tables.messages);
    await store.park([job], NOW);
    const [stale] = await due(at);
    await store.park([job], NOW + 1000);

    await index.clear(stale!);
    expect(await due('2026-11-20T10:00:01.000Z')).toHaveLength(1);

    await index.clear({ ...stale!, dueAt: '2026-11-20T10:00:01.000Z' });
    expect(await due('2026-11-20T10:00:01.000Z')).toEqual([]);
  });
});
