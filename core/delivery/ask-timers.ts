import { type EnqueueAsk, LONGEST_DELAY_SECONDS } from '../ask/ask-job.ts';
import type { AskTimers } from '../ask/ask-store.ts';

export interface AskTimerPorts {
  readonly timers: Pick<AskTimers, 'due'>;
  readonly tell: EnqueueAsk;
  readonly now: () => number;
  /** Whether the run may go on; asked before each ask. */
  readonly hasTime: () => boolean;
}

/** How far ahead one run looks: it comes every minute. */
const HORIZON_MS = 60_000;

/**
 * Sends a job for every ask that expires within a minute, for the moment it does, and for every end that a crash left
 * untold. The mark stays until somebody has told it, so a job that is lost is sent again.
 *
 * @returns how many asks it found
 */
export async function sweepAsks({ timers, tell, now, hasTime }: AskTimerPorts): Promise<number> {
  let seen = 0;
  for await (const { id, organizationId, dueAt } of timers.due(now() + HORIZON_MS)) {
    if (!hasTime()) break;
    const delaySeconds = Math.min(LONGEST_DELAY_SECONDS, Math.max(0, Math.ceil((dueAt - now()) / 1000)));
    await tell({ organizationId, askId: id }, delaySeconds);
    seen += 1;
  }
  return seen;
}
