import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLog } from '../../../adapters/system/telemetry.ts';
import { firstIdAt } from '../../../core/live/position.ts';
import { createStreamSource } from '../../../live-stream/source/stream-source.ts';
import type { LiveEventSource } from '../../../live-stream/source/live-event-source.ts';
import { scaledClock, until } from '../fakes/scaled-clock.ts';
import { ScriptedStream } from '../fakes/scripted-stream.ts';

const MINUTE = 60_000;

let stream: ScriptedStream;
let source: LiveEventSource;
let rows: unknown[];
let logged: string[];

beforeEach(() => {
  stream = new ScriptedStream();
  rows = [];
  logged = [];
  source = createStreamSource({
    api: stream,
    clock: scaledClock(100),
    log: createLog({ write: (line) => logged.push(line), now: Date.now }),
    startTimeoutMs: 1000,
  });
});

afterEach(() => source.stop());

async function start(): Promise<void> {
  await source.start((row) => rows.push(row));
}

/** The rows passed on so far, once there are `count` of them. */
async function received(count: number): Promise<unknown[]> {
  await until(() => rows.length >= count);
  return rows;
}

describe('following a stream', () => {
  it('passes on what is written after the start, in order, and nothing from before', async () => {
    const shard = stream.addShard();
    stream.put(shard, 'before');

    await start();
    for (let n = 1; n <= 7; n += 1) stream.put(shard, n);

    expect(await received(7)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  it('reads every newest shard of several pages', async () => {
    const shards = Array.from({ length: 5 }, () => stream.addShard());

    await start();
    for (const [n, shard] of shards.entries()) stream.put(shard, n);

    await until(() => rows.length === 5);
    expect(rows.map(Number).toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4]);
  });

  it('passes over updates and removals', async () => {
    const shard = stream.addShard();

    await start();
    stream.put(shard, undefined);
    stream.put(shard, 'inserted');

    expect(await received(1)).toEqual(['inserted']);
  });

  it('reads the children of a split only after the parent is drained', async () => {
    const parent = stream.addShard();
    await start();
    for (let n = 1; n <= 5; n += 1) stream.put(parent, n);

    const [left, right] = stream.split(parent);
    stream.put(left!, 6);
    stream.put(right!, 7);

    await until(() => rows.length === 7);
    expect(rows.slice(0, 5)).toEqual([1, 2, 3, 4, 5]);
    expect(stream.opened.filter((id) => id === left)).toHaveLength(1);
  });

  it('follows rotation after rotation', async () => {
    let shard = stream.addShard();
    await start();

    for (let n = 1; n <= 6; n += 1) {
      stream.put(shard, n);
      shard = stream.split(shard, { count: 1 })[0]!;
    }
    stream.put(shard, 7);

    expect(await received(7)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  it('loses nothing when a shard is replaced between listing and its iterator', async () => {
    const parent = stream.addShard();
    stream.beforeIterator = () => {
      stream.beforeIterator = undefined;
      const [child] = stream.split(parent, { count: 1 });
      stream.put(child!, 'in the new shard');
    };

    await start();

    expect(await received(1)).toEqual(['in the new shard']);
  });

  it('starts above shards that were born after the start, at their parents', async () => {
    const parent = stream.addShard();
    stream.put(parent, 'old');
    stream.shards.get(parent)!.closed = true;
    const child = stream.addShard({ parentId: parent, bornAt: Date.now() + MINUTE });
    stream.put(child, 'first of the child');

    await start();

    expect(await received(1)).toEqual(['first of the child']);
    expect(stream.opened).toEqual([parent, child]);
  });

  it('does not read shards that were finished before the start', async () => {
    const grandparent = stream.addShard({ bornAt: Date.now() - 3 * MINUTE });
    stream.put(grandparent, 'old');
    stream.shards.get(grandparent)!.closed = true;
    const parent = stream.addShard({ parentId: grandparent, bornAt: Date.now() - 2 * MINUTE });
    stream.shards.get(parent)!.closed = true;
    const child = stream.addShard({ parentId: parent, bornAt: Date.now() - MINUTE });

    await start();
    stream.put(child, 'new');
    expect(await received(1)).toEqual(['new']);
    await until(() => stream.calls.describe > 4);

    expect(stream.opened).toEqual([child]);
  });

  it('finds children that are listed late', async () => {
    const parent = stream.addShard();
    await start();
    stream.put(parent, 1);
    const [child] = stream.split(parent, { count: 1, hidden: true });
    stream.put(child!, 2);

    expect(await received(1)).toEqual([1]);
    await until(() => stream.calls.describe > 4);
    stream.hidden.clear();

    expect(await received(2)).toEqual([1, 2]);
  });

  it('finds by the regular listing what the search for children missed', async () => {
    const parent = stream.addShard();
    await start();
    const [left, right] = stream.split(parent);
    stream.hidden.add(right!);
    stream.put(left!, 'left');
    stream.put(right!, 'right');

    expect(await received(1)).toEqual(['left']);
    stream.hidden.clear();

    expect(await received(2)).toEqual(['left', 'right']);
  });

  it('takes up a shard without parents when it appears', async () => {
    await start();
    const shard = stream.addShard({ bornAt: Date.now() });
    stream.put(shard, 'first');

    expect(await received(1)).toEqual(['first']);
  });
});

describe('iterators and faults', () => {
  it('continues behind the last record when an iterator has expired', async () => {
    const shard = stream.addShard();
    await start();
    stream.put(shard, 1);
    expect(await received(1)).toEqual([1]);

    stream.put(shard, 2);
    stream.expireIterators();
    stream.put(shard, 3);

    expect(await received(3)).toEqual([1, 2, 3]);
  });

  it('loses nothing and brings nothing old back when the first iterator expires unused', async () => {
    const shard = stream.addShard();
    stream.put(shard, 'old', Date.now() - MINUTE);

    await start();
    stream.put(shard, 'new');
    stream.expireIterators();

    expect(await received(1)).toEqual(['new']);
  });

  it('judges by its own id whether a row is old: its record knows whole seconds of another clock', async () => {
    const shard = stream.addShard();
    const rowAt = (time: number) => ({ id: firstIdAt(time) });
    const [old, fresh] = [rowAt(Date.now() - MINUTE), rowAt(Date.now())];
    stream.put(shard, old, Date.now() + MINUTE);

    await start();
    stream.put(shard, fresh, Date.now() - MINUTE);
    stream.expireIterators();

    expect(await received(1)).toEqual([fresh]);
  });

  it('continues with the oldest record that is kept when its position was trimmed', async () => {
    const shard = stream.addShard();
    await start();
    stream.put(shard, 'lost');
    stream.trim(shard);
    stream.put(shard, 'kept');

    expect(await received(1)).toEqual(['kept']);
    expect(logged.join('')).toContain('stream.position-lost');
  });

  it('waits out throttling and broken connections', async () => {
    const shard = stream.addShard();
    stream.fail('throttled', 'error', 'throttled', 'throttled');

    await start();
    stream.fail('throttled', 'error', 'error', 'throttled');
    stream.put(shard, 1);

    expect(await received(1)).toEqual([1]);
  });

  it('goes on with the children when a shard is gone', async () => {
    const parent = stream.addShard();
    await start();
    const [child] = stream.split(parent, { count: 1 });
    stream.shards.delete(parent);
    stream.put(child!, 'of the child');

    expect(await received(1)).toEqual(['of the child']);
  });

  it('fails to start when there is no such stream', async () => {
    stream.fail('gone');

    await expect(start()).rejects.toThrow('cannot be listed');
  });

  it('fails to start when the stream stays throttled', async () => {
    stream.addShard();
    stream.fail(...Array.from({ length: 10_000 }, () => 'throttled' as const));

    await expect(start()).rejects.toThrow('no iterators');
  });

  it('asks less than eight times a second while four shards bring nothing', async () => {
    for (let n = 0; n < 4; n += 1) stream.addShard();
    await start();
    const before = stream.calls.read;

    await new Promise((resolve) => setTimeout(resolve, 300));

    const scaledSeconds = 30;
    expect(stream.calls.read - before).toBeLessThanOrEqual(scaledSeconds * 8 * 1.2);
  });
});

describe('a row that cannot be handled', () => {
  it('does not end the reading of its shard', async () => {
    const shard = stream.addShard();
    await source.start((row) => {
      if (row === 'bad') throw new Error('a bug');
      rows.push(row);
    });
    stream.put(shard, 'bad');
    stream.put(shard, 'good');

    expect(await received(1)).toEqual(['good']);
    expect(logged.join('')).toContain('a bug');
  });
});

describe('stopping', () => {
  it('passes nothing on afterwards and can be started again at the newest record', async () => {
    const shard = stream.addShard();
    await start();
    source.stop();
    stream.put(shard, 'while stopped');

    await start();
    stream.put(shard, 'after');

    expect(await received(1)).toEqual(['after']);
  });
});
