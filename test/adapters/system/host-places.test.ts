import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createHostPlaces } from '../../../adapters/system/host-places.ts';

describe('places at a host', () => {
  it('are as many as allowed, for each host by itself', async () => {
    const places = createHostPlaces({ perHost: 2, waitMs: 1 });

    const entered = [
      await places.enter('a'),
      await places.enter('a'),
      await places.enter('a'),
      await places.enter('b'),
    ];

    expect(entered.map((leave) => leave !== undefined)).toEqual([true, true, false, true]);
  });

  it('are handed over to who waits, in order', async () => {
    const places = createHostPlaces({ perHost: 1, waitMs: 5000 });
    const order: string[] = [];
    const leave = await places.enter('a');
    const waiting = ['first', 'second'].map(async (name) => {
      const left = await places.enter('a');
      order.push(name);
      left?.();
    });

    await sleep(5);
    expect(order).toEqual([]);
    leave?.();
    await Promise.all(waiting);

    expect(order).toEqual(['first', 'second']);
  });

  it('are free again when everybody left, also after somebody gave up waiting', async () => {
    const places = createHostPlaces({ perHost: 1, waitMs: 5 });
    const leave = await places.enter('a');
    expect(await places.enter('a')).toBeUndefined();

    leave?.();

    expect(await places.enter('a')).toBeDefined();
  });

  it('are not given back by a second call', async () => {
    const places = createHostPlaces({ perHost: 1, waitMs: 5 });
    const leave = await places.enter('a');
    leave?.();
    leave?.();

    expect(await places.enter('a')).toBeDefined();
    expect(await places.enter('a')).toBeUndefined();
  });
});
