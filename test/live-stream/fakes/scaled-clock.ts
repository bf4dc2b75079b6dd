import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../../../live-stream/clock.ts';

/** Real time, but waits are `factor` times shorter. */
export function scaledClock(factor: number): Clock {
  return {
    now: () => Date.now(),
    random: () => Math.random(),
    async sleep(ms, signal) {
      await delay(ms / factor, undefined, signal === undefined ? {} : { signal }).catch(() => undefined);
    },
  };
}

/** Waits until `condition` holds; fails after `timeoutMs`. */
export async function until(condition: () => boolean | Promise<boolean>, timeoutMs = 5000): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error('The condition did not come true in time.');
    await delay(2);
  }
}

/** A clock on which everything happens `factor` times faster: seconds pass in milliseconds. */
export function fastClock(factor: number): Clock {
  const start = Date.now();
  return { ...scaledClock(factor), now: () => start + (Date.now() - start) * factor };
}
