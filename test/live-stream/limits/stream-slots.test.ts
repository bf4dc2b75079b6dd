import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createHeartbeats, createSlotTable } from '../../../adapters/aws/counters/slot-items.ts';
import { createLeasedSlots } from '../../../live-stream/limits/leased-slots.ts';
import type { Heartbeats, SlotTable } from '../../../core/live/slot-table.ts';
import type { StreamSlot, StreamSlots } from '../../../live-stream/limits/stream-slots.ts';
import type { Clock } from '../../../live-stream/clock.ts';
import { startTestDynamoDb, type TestDynamoDb } from '../../engines/dynamodb.ts';
import { ManualClock } from '../fakes/manual-clock.ts';
import { MemorySlotTable } from '../fakes/memory-slot-table.ts';

const LIMITS = { perChannel: 3, perClient: 5 };
const CHANNEL = 'CHANNEL#ch_1';

type Shared = { readonly table: SlotTable; readonly heartbeats: Heartbeats };

let engine: TestDynamoDb;
let time: ManualClock;
let opened: StreamSlots[] = [];
let run = 0;

beforeAll(async () => {
  engine = await startTestDynamoDb();
});
beforeEach(() => {
  run += 1;
  time = new ManualClock();
});
afterEach(async () => {
  await Promise.all(opened.map(async (slots) => slots.close()));
  opened = [];
});
afterAll(async () => engine.stop());

/** Keys of their own for each test. */
const own = (name: string): string => `${name}-${run}`;
const owner = (channel: string, client: string) => ({ channelId: own(channel), client: own(client) });

function inMemory(): Shared {
  const table = new MemorySlotTable();
  return { table, heartbeats: table };
}

function onEngine(): Shared {
  const items = { db: engine.db, table: engine.tables.counters, now: () => Date.now() };
  return { table: createSlotTable(items), heartbeats: createHeartbeats(items) };
}

/** What it asks for takes as much time as it needs. */
function task({ table, heartbeats }: Shared, clock: Clock = time): StreamSlots {
  const ports = { table: time.watch(table), heartbeats: time.watch(heartbeats) };
  const slots = createLeasedSlots({ ...ports, limits: LIMITS, clock, log: () => undefined });
  opened.push(slots);
  return { ...slots, acquire: async (who) => time.during(slots.acquire(who)) };
}

async function take(slots: StreamSlots, channel: string, client: string): Promise<StreamSlot> {
  const slot = await slots.acquire(owner(channel, client));
  if (slot.kind === 'full') throw new Error(`The ${slot.limit} is full.`);
  return slot;
}

const kinds = async (slots: Promise<{ kind: string }>[]): Promise<string[]> =>
  (await Promise.all(slots)).map(({ kind }) => kind).toSorted();

describe.each([
  ['in memory', () => task(inMemory())],
  ['in DynamoDB', () => task(onEngine())],
])('slots %s', (_name, create) => {
  it('are granted up to the limit of a channel, whoever reads it', async () => {
    const slots = create();
    for (const client of ['a', 'b', 'c']) await take(slots, 'ch', client);

    expect(await slots.acquire(owner('ch', 'd'))).toEqual({ kind: 'full', limit: 'channel' });
    expect(await slots.acquire(owner('other', 'd'))).toMatchObject({ kind: 'slot' });
  });

  it('are granted up to the limit of a client, whatever it reads', async () => {
    const slots = create();
    for (const channel of ['1', '2', '3', '4', '5']) await take(slots, channel, 'a');

    expect(await slots.acquire(owner('6', 'a'))).toEqual({ kind: 'full', limit: 'client' });
    expect(await slots.acquire(owner('6', 'b'))).toMatchObject({ kind: 'slot' });
  });

  it('are granted exactly up to the limit when many ask at once', async () => {
    const slots = create();

    const answers = await kinds(Array.from({ length: 25 }, async (_, n) => slots.acquire(owner('ch', `${n}`))));

    expect(answers).toEqual([...Array.from({ length: 22 }, () => 'full'), 'slot', 'slot', 'slot']);
  });

  it('are free again once released, and are released once', async () => {
    const slots = create();
    const [first] = [await take(slots, 'ch', 'a'), await take(slots, 'ch', 'a'), await take(slots, 'ch', 'a')];

    first.release();
    first.release();
    await take(slots, 'ch', 'a');

    expect(await slots.acquire(owner('ch', 'a'))).toMatchObject({ kind: 'full' });
  });

  it('of a client are not used up by a channel that is full', async () => {
    const slots = create();
    for (const client of ['a', 'b', 'c']) await take(slots, 'ch', client);
    for (let n = 0; n < 10; n += 1) await slots.acquire(owner('ch', 'd'));

    const others = ['1', '2', '3', '4', '5'].map(async (channel) => slots.acquire(owner(channel, 'd')));

    expect(new Set(await kinds(others))).toEqual(new Set(['slot']));
  });
});

describe.each([
  ['in memory', inMemory],
  ['in DynamoDB', onEngine],
])('slots of several tasks %s', (_name, share) => {
  it('are counted together, exactly', async () => {
    const shared = share();
    const tasks = [task(shared), task(shared)];

    const asked = Array.from({ length: 16 }, async (_, n) => tasks[n % 2]!.acquire(owner('ch', `${n}`)));

    expect((await kinds(asked)).filter((kind) => kind === 'slot')).toHaveLength(3);
  });

  it('are free for one task when another gives them back', async () => {
    const shared = share();
    const [one, two] = [task(shared), task(shared)];
    const held = await Promise.all(['a', 'b', 'c'].map(async (client) => take(one, 'ch', client)));
    expect(await two.acquire(owner('ch', 'd'))).toMatchObject({ kind: 'full' });

    held[0]!.release();

    await time.settled();
    expect(await two.acquire(owner('ch', 'd'))).toMatchObject({ kind: 'slot' });
    expect(await two.acquire(owner('ch', 'd'))).toMatchObject({ kind: 'full' });
  });

  it('are free at once when the task that had them has stopped', async () => {
    const shared = share();
    const [one, two] = [task(shared), task(shared)];
    for (const client of ['a', 'b', 'c']) await take(one, 'ch', client);

    await one.close();

    expect(await two.acquire(owner('ch', 'd'))).toMatchObject({ kind: 'slot' });
  });

  it('are kept through many heartbeats', async () => {
    const shared = share();
    const [one, two] = [task(shared), task(shared)];
    for (const client of ['a', 'b', 'c']) await take(one, 'ch', client);

    await time.pass(30_000);

    expect(await two.acquire(owner('ch', 'd'))).toMatchObject({ kind: 'full' });
  });

  it('of a task that died are given to those who come back, without refusing them first', async () => {
    const shared = share();
    const died = taskThatStops(shared);
    for (const client of ['a', 'b', 'c']) await take(died.slots, 'ch', client);
    died.stop();
    await time.pass(1);

    const two = task(shared);
    const answers = await kinds(['a', 'b', 'c', 'd'].map(async (client) => two.acquire(owner('ch', client))));

    expect(answers).toEqual(['full', 'slot', 'slot', 'slot']);
  });

  it('are counted again when a task that stood still for too long goes on', async () => {
    const shared = share();
    const still = taskThatStops(shared);
    for (const client of ['a', 'b', 'c']) await take(still.slots, 'ch', client);
    still.stop();
    await time.pass(1);
    const two = task(shared);
    const slot = await take(two, 'ch', 'd');

    still.goOn();
    await time.pass(30_000);
    slot.release();
    await time.pass(5000);

    expect(await two.acquire(owner('ch', 'e'))).toMatchObject({ kind: 'full' });
  });
});

/** A task whose heartbeat can be made to stand still. */
function taskThatStops(shared: Shared) {
  let goOn: (() => void) | undefined;
  let stopped: Promise<void> | undefined;
  const sleep: Clock['sleep'] = async (ms, signal) => {
    await time.sleep(ms, signal);
    await stopped;
  };
  const slots = task(shared, { now: () => time.now(), random: () => time.random(), sleep });
  return {
    slots,
    stop: () => void (stopped = new Promise((resolve) => (goOn = resolve))),
    goOn: () => goOn?.(),
  };
}

describe('leased slots', () => {
  let table: MemorySlotTable;

  beforeEach(() => void (table = new MemorySlotTable()));

  const total = (): number => table.totalOf(CHANNEL.replace('ch_1', own('ch')));
  const shared = (): Shared => ({ table, heartbeats: table });

  it('write nothing while streams stay open but one heartbeat in two seconds', async () => {
    const slots = task(shared());
    for (const client of ['a', 'b', 'c']) await take(slots, 'ch', client);
    const before = table.writes;

    await time.pass(10_000);

    expect(table.writes - before).toBe(5);
  });

  it('end their heartbeat when nothing is open', async () => {
    const slots = task(shared());
    const { release } = await take(slots, 'ch', 'a');

    release();
    await time.pass(2000);
    expect(table.beats.size).toBe(0);
    const before = table.writes;
    await time.pass(10_000);

    expect(total()).toBe(0);
    expect(table.writes).toBe(before);
  });

  it('take a storm of readers in a few writes', async () => {
    table.delayMs = 5;
    const slots = task(shared());

    await Promise.all(Array.from({ length: 25 }, async (_, n) => slots.acquire(owner('ch', `${n % 2}`))));

    expect(total()).toBe(3);
    expect(table.writes).toBeLessThan(15);
  });

  it('refuse without a write when this task alone has used a limit up', async () => {
    const slots = task(shared());
    for (const client of ['a', 'b', 'c']) await take(slots, 'ch', client);
    const before = table.writes;

    for (let n = 0; n < 20; n += 1) await slots.acquire(owner('ch', 'd'));

    expect(table.writes).toBe(before);
  });

  it('are exact although answers to writes are lost', async () => {
    const slots = task(shared());
    await take(slots, 'ch', 'a');

    table.loseAnswers = 1;
    const lost = slots.acquire(owner('ch', 'b'));
    await expect(lost).rejects.toThrow('lost');
    await time.pass(1000);
    expect(total()).toBe(1);
    const slot = await take(slots, 'ch', 'b');
    table.loseAnswers = 2;
    slot.release();

    await time.pass(5000);
    expect([total(), table.loseAnswers]).toEqual([1, 0]);
    await take(slots, 'ch', 'b');
    await take(slots, 'ch', 'b');
    expect(await slots.acquire(owner('ch', 'b'))).toMatchObject({ kind: 'full' });
    expect(total()).toBe(3);
  });

  it('fail while the table is out of reach, and work when it is back', async () => {
    const slots = task(shared());
    table.down = true;
    await expect(slots.acquire(owner('ch', 'a'))).rejects.toThrow('out of reach');

    table.down = false;

    await take(slots, 'ch', 'a');
  });

  it('ask less and less while the table is out of reach, but at once when a reader comes', async () => {
    const slots = task(shared());
    const slot = await take(slots, 'ch', 'a');
    table.down = true;
    const before = table.changes;

    slot.release();
    await time.pass(120_000);

    expect(table.changes - before).toBeLessThan(30);
    await expect(slots.acquire(owner('ch', 'a'))).rejects.toThrow('out of reach');
    table.down = false;
    await take(slots, 'ch', 'a');
    expect(total()).toBe(1);
  });

  it('survive heartbeats that cannot be written', async () => {
    const slots = task(shared());
    await take(slots, 'ch', 'a');

    table.down = true;
    await time.pass(30_000);
    table.down = false;
    await time.pass(10_000);

    expect(total()).toBe(1);
    expect(table.beats.size).toBe(1);
    await take(slots, 'ch', 'b');
  });
});
