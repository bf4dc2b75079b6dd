import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { after } from '../../../adapters/system/after.ts';

describe('work after a while', () => {
  it('is not done when it is called off before', async () => {
    const done: string[] = [];

    await after(20, async () => void done.push('work'))();
    await sleep(40);

    expect(done).toEqual([]);
  });

  it('is waited for when it has begun', async () => {
    const done: string[] = [];
    const begun = Promise.withResolvers<void>();
    const callOff = after(1, async () => {
      begun.resolve();
      await sleep(20);
      done.push('work');
    });

    await begun.promise;
    await callOff();

    expect(done).toEqual(['work']);
  });
});
