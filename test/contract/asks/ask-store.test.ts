import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAskList } from '../../../adapters/aws/asks/ask-list.ts';
import { createAskStore } from '../../../adapters/aws/asks/ask-store.ts';
import { createAskTimers } from '../../../adapters/aws/asks/ask-timers.ts';
import { createWaitPlaces } from '../../../adapters/aws/asks/wait-places.ts';
import { startTestDynamoDb, type TestDynamoDb } from '../../engines/dynamodb.ts';
import { anAsk, memoryAsks, NOW } from '../../fakes/asks.ts';
import { describeAskStore } from './ask-store-contract.ts';

let engine: TestDynamoDb;

beforeAll(async () => {
  engine = await startTestDynamoDb();
});
afterAll(async () => engine.stop());

describeAskStore('in memory', () => memoryAsks());

describeAskStore('on DynamoDB', () => {
  const { db, tables } = engine;
  return {
    ...createAskStore(db, tables.asks, () => NOW),
    ...createAskList(db, tables.asks),
    ...createAskTimers(db, tables.asks),
  };
});

describe('rows of asks', () => {
  it('count as gone after their time, although DynamoDB removes them late', async () => {
    const clock = { now: NOW };
    const store = createAskStore(engine.db, engine.tables.asks, () => clock.now);
    const ask = anAsk({ id: 'ask_gone' });
    await store.open(ask);

    clock.now = ask.endsAt + 31 * 24 * 60 * 60_000;

    expect(await store.read(ask.id)).toBeUndefined();
  });
});

describe('places for those who wait', () => {
  function placesOf(count: number, clock: { now: number }) {
    let last = 0;
    const random = () => (last = (last + 0.37) % 1);
    return createWaitPlaces(engine.db, { table: engine.tables.asks, count, now: () => clock.now, random });
  }

  it('are as many as there are, free again when somebody leaves or their time is over', async () => {
    const clock = { now: NOW };
    const places = placesOf(2, clock);

    const first = await places.take(NOW + 1000);
    const second = await places.take(NOW + 1000);
    const third = await places.take(NOW + 1000);
    await first?.();
    const fourth = await places.take(NOW + 5000);
    clock.now = NOW + 1500;
    const fifth = await places.take(NOW + 5000);
    await second?.();
    const sixth = await places.take(NOW + 5000);

    expect([first, second, fourth, fifth].map((taken) => typeof taken)).toEqual(Array(4).fill('function'));
    expect([third, sixth]).toEqual([undefined, undefined]);
  });
});
