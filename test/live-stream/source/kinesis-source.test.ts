import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLog } from '../../../adapters/system/telemetry.ts';
import { createKinesisSource } from '../../../live-stream/source/kinesis/kinesis-source.ts';
import type { LiveEventSource } from '../../../live-stream/source/live-event-source.ts';
import { MemorySlotTable } from '../fakes/memory-slot-table.ts';
import { fastClock, scaledClock, until } from '../fakes/scaled-clock.ts';
import { ScriptedKinesis } from '../fakes/scripted-kinesis.ts';
import { notification, TestService } from '../fakes/service.ts';

let kinesis: ScriptedKinesis;
let heartbeats: MemorySlotTable;
let source: LiveEventSource;
let received: unknown[];
let logged: string[];

beforeEach(() => {
  kinesis = new ScriptedKinesis();
  heartbeats = new MemorySlotTable();
  received = [];
  logged = [];
  source = newSource();
});
afterEach(() => source.stop());

function newSource(clock = scaledClock(50)): LiveEventSource {
  const log = createLog({ write: (line) => logged.push(line), now: Date.now });
  return createKinesisSource({ api: kinesis, heartbeats, clock, log, startTimeoutMs: 2000 });
}

const start = async (): Promise<void> => source.start((row) => received.push(row));
const has = async (count: number): Promise<void> => until(() => received.length >= count);

describe('following a Kinesis data stream', () => {
  it('brings what comes from the start on, of every open shard, and nothing older', async () => {
    const [one, two] = [kinesis.addShard(), kinesis.addShard()];
    kinesis.put(one, 'old', Date.now() - 60_000);
    await start();

    for (let n = 0; n < 10; n += 1) kinesis.put(one, n);
    kinesis.put(two, 'of two');

    await has(11);
    expect(received.filter((row) => row !== 'of two')).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(received).toContain('of two');
  });

  it('goes on exactly where it was when a subscription ends', async () => {
    const shard = kinesis.addShard();
    await start();
    kinesis.put(shard, 1);
    await has(1);

    kinesis.endSubscriptions();
    kinesis.put(shard, 2);

    await has(2);
    expect(received).toEqual([1, 2]);
    expect(kinesis.subscribed.map(({ kind }) => kind)).toEqual(['time', 'after']);
  });

  it('tries again when calls fail or the subscription before is not over', async () => {
    const shard = kinesis.addShard();
    kinesis.fail('error', 'busy', 'busy');
    await start();

    kinesis.put(shard, 1);

    await has(1);
    expect(logged.join('')).toContain('kinesis.call-failed');
  });

  it('reads the children of a split after their parent, from their beginning', async () => {
    const parent = kinesis.addShard();
    await start();
    kinesis.put(parent, 'parent');
    const [left, right] = kinesis.split(parent);
    kinesis.put(left, 'left');
    kinesis.put(right, 'right');

    await has(3);
    expect(received[0]).toBe('parent');
    expect(new Set(received)).toEqual(new Set(['left', 'parent', 'right']));
    expect(kinesis.subscribed.map(({ kind }) => kind)).toEqual(['time', 'oldest', 'oldest']);
  });

  it('begins a merged shard once, when both parents are drained', async () => {
    const [one, two] = [kinesis.addShard(), kinesis.addShard()];
    await start();
    for (let n = 0; n < 20; n += 1) kinesis.put(two, 'two');
    kinesis.put(one, 'one');
    const child = kinesis.merge(one, two);
    kinesis.put(child, 'child');

    await has(22);
    expect(received.at(-1)).toBe('child');
    expect(kinesis.subscribed.filter(({ shardId }) => shardId === child)).toHaveLength(1);
  });

  it('ends a shard that is gone and finds the others by the regular listing', async () => {
    kinesis.addShard();
    kinesis.fail('gone');
    source.stop();
    source = newSource(scaledClock(1000));
    await start();
    const later = kinesis.addShard();

    kinesis.put(later, 'later');

    await has(1);
    expect(received).toEqual(['later']);
  });

  it('survives a row that cannot be handled', async () => {
    const shard = kinesis.addShard();
    await source.start((row) => {
      if (row === 'bad') throw new Error('bad row');
      received.push(row);
    });

    for (const row of ['bad', 'good']) kinesis.put(shard, row);

    await has(1);
    expect(logged.join('')).toContain('bad row');
  });

  it('brings nothing after it was stopped, and gives its consumer back', async () => {
    const shard = kinesis.addShard();
    await start();
    const during = kinesis.registered.size;

    source.stop();
    kinesis.put(shard, 1);
    await until(() => kinesis.registered.size === 0 && heartbeats.beats.size === 0);

    expect(during).toBe(1);
    expect(received).toEqual([]);
  });

  it('removes consumers of tasks that died, and no others', async () => {
    const old = { arn: 'arn', createdAt: Date.now() - 600_000 };
    for (const name of ['live-stream-dead', 'live-stream-alive', 'another'])
      kinesis.registered.set(name, { ...old, name });
    await heartbeats.register('live-stream-alive', Date.now());
    await heartbeats.register('live-stream-dead', Date.now() - 300_000);

    await start();

    const names = [...kinesis.registered.keys()];
    expect(names).toHaveLength(3);
    expect(names).toEqual(expect.arrayContaining(['live-stream-alive', 'another']));
  });

  it('shows that it lives for as long as it reads', async () => {
    source = newSource(fastClock(1000));
    await start();
    const [[name, first] = ['', 0]] = heartbeats.beats;

    await until(() => heartbeats.beats.get(name)! > first + 60_000);

    expect(kinesis.registered.has(name)).toBe(true);
  });

  it('fails to start when it cannot subscribe in time', async () => {
    kinesis.addShard();
    kinesis.fail(...Array.from({ length: 1000 }, () => 'busy' as const));

    await expect(start()).rejects.toThrow('within 2000 ms');
  });
});

it('serves readers each event once although Kinesis repeats', async () => {
  const shard = kinesis.addShard();
  kinesis.repeat = 2;
  const service: TestService = new TestService({
    source: {
      start: async (sink) => {
        await source.start(sink);
        service.sink = sink;
      },
      stop: () => source.stop(),
    },
  });
  await service.start();
  const client = await service.open(service.addChannel());

  for (let n = 0; n < 20; n += 1) kinesis.put(shard, notification(String(n)));

  await client.received(20);
  await scaledClock(1).sleep(50);
  expect(client.messages).toEqual(Array.from({ length: 20 }, (_, n) => String(n)));
  await service.stop();
});
