import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createChannelHealthStore } from '../../../adapters/aws/counters/channel-health-store.ts';
import { counterKeys } from '../../../adapters/aws/counters/counter-keys.ts';
import { createPaceStore } from '../../../adapters/aws/counters/pace-store.ts';
import { createWatermarkStore } from '../../../adapters/aws/counters/watermark-store.ts';
import { ChannelHealth } from '../../../core/delivery/channel-health.ts';
import { GetCommand } from '../../../adapters/aws/dynamodb/commands.ts';
import { memoryHealth } from '../../fakes/channel-health.ts';
import { memoryPaces } from '../../fakes/paces.ts';
import { startTestDynamoDb, type TestDynamoDb } from '../../engines/dynamodb.ts';

const NOW = Date.parse('2026-11-20T10:00:00.000Z');

let engine: TestDynamoDb;
let serial = 0;
let id: string;

beforeAll(async () => {
  engine = await startTestDynamoDb();
});
afterAll(async () => engine.stop());
beforeEach(() => {
  serial += 1;
  id = `ch_${serial}`;
});

function storedHealth(): ReturnType<typeof memoryHealth> {
  const TableName = engine.tables.counters;
  return {
    ...createChannelHealthStore(engine.db, TableName),
    async read(channelId) {
      const { Item } = await engine.db.send(new GetCommand({ TableName, Key: counterKeys.health(channelId) }));
      return Item === undefined ? undefined : ChannelHealth.parse(Item);
    },
  };
}

describe.each([
  ['in memory', memoryHealth],
  ['on DynamoDB', storedHealth],
])('the health of channels %s', (_, create) => {
  it('counts outages in a row from the first failure on', async () => {
    const store = create();

    await store.fail(id, { now: NOW, outages: 'further' });
    const health = await store.fail(id, { now: NOW + 5, outages: 'further' });

    expect(health).toEqual({ failingSince: NOW, outages: 2, lastOutageAt: NOW + 5 });
    expect(await store.read(id)).toEqual(health);
  });

  it('counts ten outages at once as ten', async () => {
    const store = create();

    await Promise.all(Array.from({ length: 10 }, async () => store.fail(id, { now: NOW, outages: 'further' })));

    expect(await store.read(id)).toMatchObject({ outages: 10 });
  });

  it('starts counting again with the first outage after a while', async () => {
    const store = create();
    await store.fail(id, { now: NOW, outages: 'further' });
    await store.fail(id, { now: NOW, outages: 'further' });

    expect(await store.fail(id, { now: NOW + 9, outages: 'first' })).toMatchObject({ failingSince: NOW, outages: 1 });
  });

  it('closes the breaker at a failure that is no outage', async () => {
    const store = create();
    await store.fail(id, { now: NOW, outages: 'further' });
    await store.open(id, { seen: undefined, openUntil: NOW + 30, openMs: 30 });

    expect(await store.fail(id, { now: NOW, outages: 'none' })).toEqual({ failingSince: NOW, outages: 0 });
  });

  it('opens the breaker once, and moves the probe of exactly one that saw it', async () => {
    const store = create();
    await store.fail(id, { now: NOW, outages: 'further' });
    const opening = { seen: undefined, openUntil: NOW + 30, openMs: 30 };
    expect(await store.open(id, opening)).toBe(true);
    expect(await store.open(id, opening)).toBe(false);

    const probe = { seen: NOW + 30, openUntil: NOW + 90, openMs: 30 };
    const probes = await Promise.all(Array.from({ length: 8 }, async () => store.open(id, probe)));

    expect(probes.filter(Boolean)).toHaveLength(1);
    expect(await store.read(id)).toMatchObject({ openUntil: NOW + 90, openMs: 30 });
  });

  it('does not open the breaker of a channel that succeeded meanwhile', async () => {
    const store = create();
    await store.fail(id, { now: NOW, outages: 'further' });
    await store.clear(id);

    expect(await store.open(id, { seen: undefined, openUntil: NOW + 30, openMs: 30 })).toBe(false);
    expect(await store.read(id)).toBeUndefined();
  });

  it('forgets failures when the destination is only slow', async () => {
    const store = create();
    await store.fail(id, { now: NOW, outages: 'further' });

    await store.markSlow(id, { now: NOW, slowMs: 7000 });

    expect(await store.read(id)).toEqual({ slowMs: 7000 });
  });

  it('keeps failures and the breaker when a destination is suspected to be slow', async () => {
    const store = create();
    await store.fail(id, { now: NOW, outages: 'further' });
    await store.open(id, { seen: undefined, openUntil: NOW + 9, openMs: 9 });

    await store.suspectSlow(id, { now: NOW, slowMs: 2000 });

    expect(await store.read(id)).toMatchObject({ slowMs: 2000, outages: 1, openUntil: NOW + 9 });
  });
});

describe.each([
  ['in memory', memoryPaces],
  ['on DynamoDB', () => createPaceStore(engine.db, engine.tables.counters)],
])('the pace of a destination %s', (_, create) => {
  it('gives out turns an interval apart, and at once after a rest', async () => {
    const paces = create();
    const pace = { key: id, intervalMs: 250.5, burst: 1 };

    expect(await paces.takeTurn(pace, NOW)).toBe(NOW);
    expect(await paces.takeTurn(pace, NOW + 1)).toBe(NOW + 250.5);
    expect(await paces.takeTurn(pace, NOW + 2)).toBe(NOW + 501);
    expect(await paces.takeTurn(pace, NOW + 9000)).toBe(NOW + 9000);
  });

  it('gives no turn out twice', async () => {
    const paces = create();
    const pace = { key: id, intervalMs: 100, burst: 1 };

    const turns = await Promise.all(Array.from({ length: 20 }, async () => paces.takeTurn(pace, NOW)));

    const expected = Array.from({ length: 20 }, (_, index) => NOW + index * 100);
    expect(turns.sort((a, b) => a - b)).toEqual(expected);
  });
});

describe('the watermark of a reconciling sweep', () => {
  const store = () => createWatermarkStore(engine.db, { table: engine.tables.counters, name: id });

  it('is none before the first run', async () => {
    expect(await store().read()).toBeUndefined();
  });

  it('remembers where an unfinished span goes on', async () => {
    const position = { target: 90, organizationId: 'org_1', shard: 2, before: 'msg_1' };
    await store().move({ until: 50 }, { until: 50, position });
    expect(await store().read()).toEqual({ until: 50, position });

    await store().move({ until: 50, position }, { until: 90 });
    expect(await store().read()).toEqual({ until: 90 });
  });

  it('is not moved back by a run that another one overtook', async () => {
    await store().move({ until: 50 }, { until: 90 });

    await store().move({ until: 50 }, { until: 60 });

    expect(await store().read()).toEqual({ until: 90 });
  });
});
