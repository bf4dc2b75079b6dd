import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createDeliveryStore } from '../../../adapters/aws/deliveries/delivery-store.ts';
import { createDueIndex } from '../../../adapters/aws/deliveries/due-index.ts';
import { PutCommand, UpdateCommand } from '../../../adapters/aws/dynamodb/commands.ts';
import { messageKey } from '../../../adapters/aws/messages/message-key.ts';
import { createMessageReader } from '../../../adapters/aws/messages/message-reader.ts';
import type { FinishedAttempt } from '../../../core/delivery/delivery-ports.ts';
import type { DeliveryJob } from '../../../core/delivery/job.ts';
import type { ParkedDelivery } from '../../../core/delivery/sweep.ts';
import { shardOf } from '../../../core/message/message-id.ts';
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

  it('ends a delivery that has nothing to do in one write, and none that another copy is at', async () => {
    const store = create();
    const attempt = { at, outcome: 'skipped', error: 'the alert is already shown', durationMs: 0 } as const;
    const ended = await store.end(job, { now: NOW, state: 'skipped', attempt });
    const again = await store.end({ ...job, attempt: 2 }, { now: NOW, state: 'skipped', attempt });
    const other = { ...job, channelId: 'ch_2' };
    await claimed(store, other);
    const busy = await store.end(other, { now: NOW, state: 'skipped', attempt });

    expect([ended, again]).toEqual([{ kind: 'written' }, { kind: 'ended' }]);
    expect(busy).toEqual({ kind: 'busy', leaseUntil: NOW + 90_000 });
    expect(await store.read(job)).toMatchObject({ ...job, state: 'skipped', attempts: [attempt] });
    expect((await store.read(other))?.state).toBe('delivering');
  });

  it('ends a delivery after its attempts, and keeps them', async () => {
    const store = create();
    await store.finish(job, await claimed(store), retrying);
    const attempt = { at, outcome: 'skipped', error: 'overtaken by a newer state', durationMs: 0 } as const;

    await store.end({ ...job, attempt: 2, retriesUsed: 1 }, { now: NOW, state: 'delivered', attempt });

    const row = await store.read(job);
    expect(row).toMatchObject({ state: 'delivered', attempt: 2, attempts: [retrying.attempt, attempt] });
    expect(row).not.toHaveProperty('dueAt');
    expect(row).not.toHaveProperty('nextAttemptAt');
  });

  it('drops every later copy of a final delivery', async () => {
    const store = create();
    await store.finish(job, await claimed(store), delivered);

    expect(await store.claim(job, LEASE)).toEqual({ kind: 'ended' });
    expect(await store.claim({ ...job, attempt: 2 }, LEASE)).toEqual({ kind: 'ended' });
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

  it('keeps what the receiver answered to the first and to the newest attempt, and what was ignored', async () => {
    const store = create();
    const bodies = ['one', 'two', 'three'];
    for (const [index, body] of bodies.entries()) {
      const attempt = { ...job, attempt: index + 1, retriesUsed: index };
      const response = { status: 500, contentType: 'text/plain', body };
      const tried = { ...retrying.attempt, at: new Date(NOW + index).toISOString() };
      const finished = { ...retrying, attempt: tried, response, notes: [`note ${index}`] };
      await store.finish(attempt, await claimed(store, attempt), finished);
    }
    const last = { ...job, attempt: 4, retriesUsed: 3 };
    await store.finish(last, await claimed(store, last), delivered);

    const row = await store.read(job);

    expect(row?.firstResponse).toEqual({
      at: new Date(NOW).toISOString(),
      status: 500,
      contentType: 'text/plain',
      body: 'one',
    });
    expect(row?.lastResponse).toMatchObject({ at: new Date(NOW + 2).toISOString(), body: 'three' });
    expect(row?.notes).toEqual(['note 2']);
    expect(JSON.stringify(row?.attempts)).not.toContain('text/plain');
  });

  it('knows what a post is changed by, once it was made', async () => {
    const store = create();
    await store.finish(job, await claimed(store), { ...delivered, reference: 'place.C0/1.2' });

    expect(await store.read(job)).toMatchObject({ state: 'delivered', reference: 'place.C0/1.2' });
  });

  it('remembers which of several recipients are settled, until the delivery is made again', async () => {
    const store = create();
    const settled = { a1: '', b2: 'refused' };
    await store.finish(job, await claimed(store), { ...retrying, settled });
    const second = { ...job, attempt: 2 };

    expect(await store.claim(second, LEASE)).toEqual({ kind: 'claimed', leaseUntil: NOW + 90_000, settled });
    await store.finish(second, NOW + 90_000, delivered);
    await store.reopen({ ...job, attempt: 3 }, { now: NOW, dueAt: NOW });
    expect(await store.claim({ ...job, attempt: 3 }, LEASE)).toEqual({ kind: 'claimed', leaseUntil: NOW + 90_000 });
  });

  it('keeps who is settled while an attempt is under way, for the copy that takes over', async () => {
    const store = create();
    const leaseUntil = await claimed(store);

    await store.keep(job, leaseUntil, { abc: '' });
    await store.keep(job, leaseUntil + 1, { forged: '' });

    const later = { now: leaseUntil + 1, leaseMs: 90_000 };
    expect(await store.claim(job, later)).toMatchObject({ kind: 'claimed', settled: { abc: '' } });
  });

  it('keeps nothing of an attempt that is over', async () => {
    const store = create();
    const leaseUntil = await claimed(store);
    await store.finish(job, leaseUntil, delivered);

    await store.keep(job, leaseUntil, { abc: '' });

    expect((await store.read(job))?.settled).toBeUndefined();
  });

  it('gives the first attempt of a parked delivery', async () => {
    const store = create();
    await store.park([job], NOW + 60_000);

    expect(await store.read(job)).toMatchObject({ state: 'queued', attempt: 0, dueAt: '2026-11-20T10:01:00.000Z' });
    expect((await store.claim(job, LEASE)).kind).toBe('claimed');
  });
});

describe.each(implementations)('deliveries that go on %s', (_, create) => {
  const failed: FinishedAttempt = { state: 'failed', attempt: { at, outcome: 'failed', durationMs: 4 } };

  async function finished(how: FinishedAttempt) {
    const store = create();
    const claim = await store.claim(job, LEASE);
    await store.finish(job, claim.kind === 'claimed' ? claim.leaseUntil : 0, how);
    return store;
  }

  it('let a job from the dead-letter queue take up what failed, once', async () => {
    const store = await finished(failed);
    const letter = { ...job, attempt: 2, redrive: true };

    expect(await store.claim({ ...letter, redrive: false }, LEASE)).toEqual({ kind: 'ended' });
    expect((await store.claim(letter, LEASE)).kind).toBe('claimed');
    expect((await store.claim(letter, LEASE)).kind).toBe('busy');
  });

  it.each([
    ['delivered', delivered],
    ['skipped', { state: 'skipped', attempt: { at, outcome: 'skipped', durationMs: 0 } } satisfies FinishedAttempt],
  ])('let no job from the dead-letter queue take up what was %s', async (_, how) => {
    const store = await finished(how);

    expect(await store.claim({ ...job, attempt: 2, redrive: true }, LEASE)).toEqual({ kind: 'ended' });
  });

  it('park a first attempt before it is made, with its turn', async () => {
    const store = create();

    expect((await store.putOff({ ...job, slotAt: NOW + 1 }, { now: NOW, at: NOW + 60_000 })).kind).toBe('claimed');

    const dueAt = '2026-11-20T10:01:00.000Z';
    expect(await store.read(job)).toMatchObject({
      state: 'queued',
      attempt: 0,
      attempts: [],
      dueAt,
      nextAttemptAt: dueAt,
      slotAt: NOW + 1,
    });
    expect((await store.claim(job, LEASE)).kind).toBe('claimed');
    expect(await store.read(job)).not.toHaveProperty('slotAt');
  });

  it('park a further attempt as a retry, without the turn of the one before', async () => {
    const store = await finished(retrying);

    await store.putOff({ ...job, attempt: 2, retriesUsed: 1 }, { now: NOW, at: NOW + 60_000 });

    expect(await store.read(job)).toMatchObject({ state: 'retrying', attempt: 1, retriesUsed: 1 });
    expect(await store.read(job)).not.toHaveProperty('slotAt');
  });

  it('park nothing that is running', async () => {
    const store = create();
    await store.claim(job, LEASE);

    expect((await store.putOff(job, { now: NOW, at: NOW })).kind).toBe('busy');
  });

  it('park nothing that is over', async () => {
    const store = await finished(delivered);

    expect((await store.putOff(job, { now: NOW, at: NOW })).kind).toBe('ended');
  });

  it.each([
    ['failed', failed],
    ['delivered', delivered],
    ['retrying', retrying],
  ])('open what is %s again, due should its job not come', async (_, how) => {
    const store = await finished(how);

    expect(await store.reopen({ ...job, attempt: 2 }, { now: NOW, dueAt: NOW + 60_000 })).toBe(true);

    expect(await store.read(job)).toMatchObject({
      state: 'queued',
      attempt: 1,
      retriesUsed: 0,
      attempts: [how.attempt],
      dueAt: '2026-11-20T10:01:00.000Z',
    });
    expect((await store.claim({ ...job, attempt: 2 }, LEASE)).kind).toBe('claimed');
  });

  it('open what has no row yet', async () => {
    const store = create();

    expect(await store.reopen(job, { now: NOW, dueAt: NOW })).toBe(true);
    expect(await store.read(job)).toMatchObject({ state: 'queued', attempt: 0 });
  });

  it('open nothing while an attempt is running, but what a dead one holds', async () => {
    const store = create();
    await store.claim(job, LEASE);

    expect(await store.reopen({ ...job, attempt: 2 }, { now: NOW, dueAt: NOW })).toBe(false);
    expect(await store.reopen({ ...job, attempt: 2 }, { now: NOW + 90_001, dueAt: NOW })).toBe(true);
  });

  it('open nothing that went on since it was read', async () => {
    const store = await finished(retrying);
    await store.claim({ ...job, attempt: 2, retriesUsed: 1 }, LEASE);

    expect(await store.reopen({ ...job, attempt: 2 }, { now: NOW, dueAt: NOW })).toBe(false);
    expect(await create().reopen({ ...job, channelId: 'ch_none', attempt: 2 }, { now: NOW, dueAt: NOW })).toBe(false);
  });
});

describe('a claim whose answer was lost', () => {
  /** Does each update twice, as the client does that had no answer to the first. */
  const stuttering = () =>
    ({
      send: async (command: UpdateCommand) => {
        if (command instanceof UpdateCommand) await engine.db.send(command).catch(() => undefined);
        return engine.db.send(command);
      },
    }) as never;

  it('is recognised when the client tries again, and its outcome is written once', async () => {
    const store = createDeliveryStore(stuttering(), engine.tables.messages);

    const claim = await store.claim(job, LEASE);
    expect(claim).toEqual({ kind: 'claimed', leaseUntil: NOW + 90_000 });
    await store.finish(job, NOW + 90_000, delivered);

    const row = await store.read(job);
    expect(row).toMatchObject({ state: 'delivered', attempts: [delivered.attempt] });
    expect(row).not.toHaveProperty('claimToken');
  });

  it('is not taken for that of another copy', async () => {
    await createDeliveryStore(engine.db, engine.tables.messages).claim(job, LEASE);

    const other = createDeliveryStore(stuttering(), engine.tables.messages);

    expect((await other.claim(job, LEASE)).kind).toBe('busy');
  });
});

describe('a row of very many attempts', () => {
  it('keeps the first ones and the newest', async () => {
    const store = createDeliveryStore(engine.db, engine.tables.messages);
    for (let attempt = 1; attempt <= 103; attempt += 1) {
      const claim = await store.claim({ ...job, attempt }, LEASE);
      if (claim.kind !== 'claimed') throw new Error(`The claim was ${claim.kind}.`);
      const tried = { ...retrying.attempt, durationMs: attempt };
      await store.finish({ ...job, attempt }, claim.leaseUntil, { ...retrying, attempt: tried });
    }

    const kept = (await store.read(job))?.attempts.map(({ durationMs }) => durationMs);
    expect(kept).toEqual([...Array.from({ length: 99 }, (_, index) => index + 1), 103]);
  });
});

describe('the index of failed deliveries', () => {
  it.each([
    [
      'a redrive',
      async (store: ReturnType<typeof memoryDeliveries>) => store.claim({ ...job, attempt: 2, redrive: true }, LEASE),
    ],
    [
      'a retry',
      async (store: ReturnType<typeof memoryDeliveries>) =>
        store.reopen({ ...job, attempt: 2 }, { now: NOW, dueAt: NOW }),
    ],
  ])('leads to the message until %s', async (_, goOn) => {
    const { messages } = engine.tables;
    const store = createDeliveryStore(engine.db, messages);
    // These ids are of years ago: nothing is too old to be listed.
    const reader = createMessageReader(engine.db, { table: messages, now: () => 0 });
    const { organizationId, messageId } = job;
    const of = { id: messageId, organizationId, webhookId: 'wh_1', webhookName: 'CI', message: 'disk full' };
    const rest = { tags: [], format: 'text', receivedAt: at, payload: { text: '' }, routing: [], notes: [], hops: [] };
    const Item = { ...messageKey(organizationId, messageId), ...of, ...rest, expiresAt: NOW };
    await engine.db.send(new PutCommand({ TableName: messages, Item }));
    const failed = async () => {
      const page = { limit: 100 };
      const list = await reader.listMessages({
        organizationId,
        page,
        onlyFailed: true,
        accepts: async () => true,
      });
      return list.items.some(({ message }) => message.id === messageId);
    };
    const claim = await store.claim(job, LEASE);
    const outcome: FinishedAttempt = { state: 'failed', attempt: { at, outcome: 'failed', durationMs: 4 } };
    await store.finish(job, claim.kind === 'claimed' ? claim.leaseUntil : 0, outcome);

    expect(await failed()).toBe(true);
    await goOn(store);
    expect(await failed()).toBe(false);
  });
});

describe('the index of parked deliveries', () => {
  async function due(until: string): Promise<ParkedDelivery[]> {
    const index = createDueIndex(engine.db, engine.tables.messages);
    const found = await Array.fromAsync(index.pages(shardOf(job.messageId), until));
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
