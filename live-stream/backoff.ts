import { doublingWait } from '../core/delivery/backoff.ts';
import type { Clock } from './clock.ts';

/** Waits double from the first to the longest, in milliseconds. */
export interface Backoff {
  readonly firstMs: number;
  readonly longestMs: number;
}

/** How long to wait after `tries` failures before. Half of it is random, so that tasks do not retry in step. */
export function backoffMs(tries: number, { firstMs, longestMs }: Backoff, clock: Clock): number {
  return doublingWait({ first: firstMs, longest: longestMs, chance: 0.5 }, tries, clock.random());
}
