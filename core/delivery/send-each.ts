import type { Settled, Verdict } from '../channels/outcome.ts';
import { type AddressedRequest, combine, isSettled, nameOf, type RecipientVerdict, settledBy } from './recipients.ts';

/** How many recipients are asked at once. */
const AT_ONCE = 20;

/** What earlier attempts settled, and where to report what this one settles. */
export interface Progress {
  readonly settled?: Settled;
  /** Called with everything that is settled, whenever that grows. */
  readonly keep?: (settled: Settled) => void;
}

interface Each {
  readonly requests: readonly AddressedRequest[];
  readonly progress: Progress;
  readonly sendOne: (request: AddressedRequest) => Promise<Verdict>;
  /** Whether there is time to begin one more request. */
  readonly isTimeLeft: () => boolean;
}

const TOO_LATE: Verdict = { kind: 'retry', error: 'its turn did not come in the time of one attempt' };

/**
 * Sends to all recipients that are not settled, side by side, so that one that does not answer holds up no other. Those
 * that there is no time for are left to the next attempt.
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
