import { setTimeout as sleep } from 'node:timers/promises';
import { doublingWait } from '../../core/delivery/backoff.ts';

/** More tries than the SDK makes. */
const TRIES = 4;
/** Milliseconds. */
const PAUSES = { first: 500 };

/** Makes a write that must not be lost: without it, something that was sent is sent again. @throws what the last try threw */
export async function persistently(write: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await write();
      return;
    } catch (error) {
      if (tries === TRIES) throw error;
      await sleep(doublingWait(PAUSES, tries - 1));
    }
  }
}
