import { type Backoff, backoffMs } from '../backoff.ts';
import type { Clock } from '../clock.ts';
import type { Log } from '../../core/telemetry/telemetry.ts';

/** What calls to the stream need besides the stream itself. `signal` ends them when reading stops. */
export interface CallContext {
  readonly clock: Clock;
  readonly log: Log;
  readonly signal: AbortSignal;
}

/** Between calls to the stream. */
export const STREAM_BACKOFF: Backoff = { firstMs: 100, longestMs: 1000 };

/**
 * Repeats a call until it succeeds, and returns its answer; undefined when reading was stopped meanwhile. A stream that
 * cannot be read is waited for, not given up: readers stay connected and miss nothing.
 */
export async function retrying<Answer extends { readonly kind: string }>(
  call: () => Promise<Answer>,
  { clock, log, signal }: CallContext,
): Promise<Exclude<Answer, { kind: 'throttled' }> | undefined> {
  for (let tries = 0; !signal.aborted; tries += 1) {
    try {
      const answer = await call();
      if (signal.aborted) return undefined;
      if (isAnswer(answer)) return answer;
    } catch (error) {
      if (!signal.aborted && tries % 10 === 0)
        log({ level: 'WARN', event: 'stream.call-failed', tries: tries + 1, error });
    }
    await clock.sleep(backoffMs(tries, STREAM_BACKOFF, clock), signal);
  }
  return undefined;
}

function isAnswer<Answer extends { readonly kind: string }>(
  answer: Answer,
): answer is Exclude<Answer, { kind: 'throttled' }> {
  return answer.kind !== 'throttled';
}
