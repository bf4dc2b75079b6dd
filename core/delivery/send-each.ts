import type { Settled, Verdict } from '../channels/outcome.ts';
import { type AddressedRequest, combine, isSettled, nameOf, type RecipientVerdict, settledBy } from './recipients.ts';

/** How many recipients are asked at once. */
const AT_ONCE = 20;

/** What earlier attempts settled, and who is told of what this one settles. */
export interface Progress {
  readonly settled?: Settled;
  /** Is given everything that is settled, whenever there is more of it. */
  readonly keep?: (settled: Settled) => void;
}

interface Each {
  readonly requests: readonly AddressedRequest[];
  readonly progress: Progress;
  readonly sendOne: (request: AddressedRequest) => Promise<Verdict>;
  /** Whether there is time to begin with one more. */
  readonly isTimeLeft: () => boolean;
}

const TOO_LATE: Verdict = { kind: 'retry', error: 'its turn did not come in the time of one attempt' };

/**
 * Sends to all recipients but those that are settled, side by side: who does not answer keeps nobody from theirs. Whose
 * turn does not come in time is left to the next attempt.
 */
export async function sendEach({ requests, progress, sendOne, isTimeLeft }: Each): Promise<Verdict> {
  const { settled = {}, keep } = progress;
  const open = requests.filter((request) => !isSettled(settled, request));
  const verdicts: RecipientVerdict[] = [];
  const waiting = open.entries();
  let known = settled;
  async function work(): Promise<void> {
    for (const [place, request] of waiting) {
      const verdict = isTimeLeft() ? await sendOne(request) : TOO_LATE;
      const answered = { name: nameOf(request.recipient), verdict };
      verdicts[place] = answered;
      known = { ...known, ...settledBy([answered]) };
      if (verdict.kind !== 'retry') keep?.(known);
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return combine({ verdicts, settled, total: requests.length });
}
