import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFanOutStore } from '../../../adapters/aws/counters/fan-out-store.ts';
import { type FanOutCounter, FAN_OUT_SECONDS } from '../../../core/sending/fan-out.ts';
import { startTestDynamoDb, type TestDynamoDb } from '../../engines/dynamodb.ts';
import { memoryFanOut } from '../../fakes/fan-out.ts';

const NOW = Date.parse('2026-11-20T10:00:00.000Z');
const TWO_DAYS = FAN_OUT_SECONDS * 1000;

let engine: TestDynamoDb;
let serial = 0;

beforeAll(async () => {
  engine = await startTestDynamoDb();
});
afterAll(async () => engine.stop());

const implementations: [string, () => FanOutCounter][] = [
  ['in memory', () => memoryFanOut()],
  ['on DynamoDB', () => createFanOutStore(engine.db, engine.tables.counters)],
];

describe.each(implementations)('the fan-out of an origin %s', (_, create) => {
  function sent(channels: number, now = NOW, originId = `msg_${serial}`) {
    return { organizationId: 'org_1', originId, channels, now };
  }
  function rig() {
    serial += 1;
    return create();
  }

  it('is counted up to a thousand channels, and none of a send that would be more', async () => {
    const counter = rig();

    expect(await counter.charge(sent(100))).toBe('charged');
    expect(await counter.charge(sent(899))).toBe('charged');
    expect(await counter.charge(sent(2))).toBe('exhausted');
    expect(await counter.charge(sent(1))).toBe('charged');
    expect(await counter.charge(sent(1))).toBe('exhausted');
  });

  it('is cut off exactly there when many copies come at once', async () => {
    const counter = rig();

    const results = await Promise.all(Array.from({ length: 40 }, async () => counter.charge(sent(50))));

    expect(results.filter((result) => result === 'charged')).toHaveLength(20);
  });

  it('is counted for each origin and each organisation alone', async () => {
    const counter = rig();
    await counter.charge(sent(1000));

    expect(await counter.charge(sent(1, NOW, `other_${serial}`))).toBe('charged');
    expect(await counter.charge({ ...sent(1), organizationId: 'org_2' })).toBe('charged');
    expect(await counter.charge(sent(1))).toBe('exhausted');
  });

  it('begins anew two days after the first copy, whatever came in between', async () => {
    const counter = rig();
    await counter.charge(sent(900));
    await counter.charge(sent(100, NOW + TWO_DAYS - 2000));

    expect(await counter.charge(sent(1, NOW + TWO_DAYS - 1000))).toBe('exhausted');
    expect(await counter.charge(sent(1000, NOW + TWO_DAYS))).toBe('charged');
    expect(await counter.charge(sent(1, NOW + TWO_DAYS))).toBe('exhausted');
  });

  it('loses none of many copies with which it begins anew', async () => {
    const counter = rig();
    await counter.charge(sent(1000));

    const results = await Promise.all(Array.from({ length: 30 }, async () => counter.charge(sent(50, NOW + TWO_DAYS))));

    expect(results.filter((result) => result === 'charged')).toHaveLength(20);
  });
});
