import { setTimeout as delay } from 'node:timers/promises';

/** Time and randomness, injected so that tests run in milliseconds. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number;
  /** From 0, below 1. */
  random(): number;
  /** Resolves after `ms`, or as soon as `signal` aborts. Never rejects. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  random: () => Math.random(),
  async sleep(ms, signal) {
    await delay(ms, undefined, signal === undefined ? {} : { signal }).catch(() => undefined);
  },
};
