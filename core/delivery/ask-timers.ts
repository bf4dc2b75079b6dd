import type { EnqueueAsk } from '../ask/ask-job.ts';
import type { AskTimers } from '../ask/ask-store.ts';
import { AHEAD_MS } from './due-job.ts';

export interface AnnounceAsksPorts {
  readonly timers: Pick<AskTimers, 'due'>;
  readonly tell: EnqueueAsk;
  readonly now: () => number;
  /** Whether the run may go on; asked before each ask. */
  readonly hasTime: () => boolean;
}

/**
 * Announces every ask that expires within a minute, for the moment it does, and every end that a crash left untold. The
 * mark stays until somebody has told it: what is lost on the way is announced again a minute later.
 *
 * @returns how many it announced
 */
export async function announceAsks({ timers, tell, now, hasTime }: AnnounceAsksPorts): Promise<number> {
  let seen = 0;
  for await (const { id, organizationId, dueAt } of timers.due(now() + AHEAD_MS)) {
    if (!hasTime()) break;
    const delaySeconds = Math.max(0, Math.ceil((dueAt - now()) / 1000));
    await tell({ organizationId, askId: id }, delaySeconds);
    seen += 1;
  }
  return seen;
}
