import { setTimeout as sleep } from 'node:timers/promises';
import { doublingWait } from '../../core/delivery/backoff.ts';

/** Milliseconds. AWS had no capacity for a part of a batch, but soon will. */
const PAUSES = { first: 50 };

/** Waits before the rest of a batch is sent again. */
export async function pauseAfter(tries: number): Promise<void> {
  await sleep(doublingWait(PAUSES, tries - 1));
}
