import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod/mini';
import { Failure } from '../failure.ts';
import type { Asked } from './asks.ts';
import { retryAfterMs } from './retry-after.ts';

/** The longest that the router holds one request. */
const WAIT_SECONDS = 25;
/** How much later than it was told to an answer may come, on a bad line. */
const SLACK_MS = 10_000;
const MOST_PAUSE_MS = 30_000;

const Standing = z.looseObject({
  askId: z.string(),
  status: z.enum(['pending', 'answered', 'expired', 'cancelled']),
  answer: z.nullable(
    z.looseObject({ option: z.nullable(z.string()), by: z.looseObject({ name: z.optional(z.string()) }) }),
  ),
});

/** How an ask stands. */
export type Standing = z.infer<typeof Standing>;

interface Waiting {
  /** Epoch milliseconds of this machine: when to stop asking again. */
  readonly until: number;
  /** Ends the waiting at once. */
  readonly signal: AbortSignal;
  /** Before asking again when something is wrong; each further pause is twice as long, up to half a minute. */
  readonly pauseMs?: number;
}

/**
 * Looks at an ask until it has ended, over lost connections and a router in trouble; at least once.
 *
 * @returns how it stood last; `undefined` when the router never told
 * @throws Failure when there is no such ask any more
 */
export async function waitForEnd(
  { answerUrl }: Pick<Asked, 'answerUrl'>,
  { until, signal, pauseMs = 1000 }: Waiting,
): Promise<Standing | undefined> {
  let standing: Standing | undefined;
  let trouble = 0;
  do {
    const startedAt = Date.now();
    const look = await lookAt(answerUrl, until - startedAt, signal);
    standing = look.standing ?? standing;
    if (standing !== undefined && standing.status !== 'pending') return standing;
    trouble = look.standing === undefined ? trouble + 1 : 0;
    // Whoever was held long may come back at once. The others must not ask without end.
    const wasHeld = trouble === 0 && Date.now() - startedAt > pauseMs;
    const pause = wasHeld ? 0 : pauseMs * 2 ** Math.max(trouble - 1, 0);
    const rest = Math.min(Math.max(pause, look.retryAfterMs ?? 0), MOST_PAUSE_MS);
    // Timers may end a little early: time that is over afterwards is told before.
    if (Date.now() + rest >= until) break;
    if (rest > 0) await sleep(rest, undefined, { signal }).catch(() => undefined);
  } while (!signal.aborted);
  return standing;
}

interface Look {
  readonly standing?: Standing;
  readonly retryAfterMs?: number | undefined;
}

async function lookAt(answerUrl: string, leftMs: number, signal: AbortSignal): Promise<Look> {
  const seconds = Math.max(0, Math.min(WAIT_SECONDS, Math.floor(leftMs / 1000)));
  const limit = AbortSignal.any([signal, AbortSignal.timeout(seconds * 1000 + SLACK_MS)]);
  try {
    const response = await fetch(`${answerUrl}?wait=${seconds}`, { redirect: 'error', signal: limit });
    if (response.status === 404) throw new Failure('the ask is gone; ask again');
    const again = { retryAfterMs: retryAfterMs(response) };
    const parsed = Standing.safeParse(await response.json().catch(() => undefined));
    return response.ok && parsed.success ? { ...again, standing: parsed.data } : again;
  } catch (error) {
    if (error instanceof Failure) throw error;
    return {};
  }
}
