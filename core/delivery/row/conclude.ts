import type { Outcome, Retry } from '../../channels/outcome.ts';
import type { DeliverPorts, DeliveryContext, FinishedAttempt, RowPorts } from '../delivery-ports.ts';
import type { Attempt } from '../delivery.ts';
import { deadLetterOf, type DeliveryJob, jobOfAttempt } from '../job.ts';
import { planRetry } from './plan-retry.ts';

/** What an attempt came to, or why none was made. */
export type AttemptResult =
  | Outcome
  | { readonly kind: 'skipped'; readonly error: string }
  /** The delivery ends here, though another attempt might succeed: an operator may redrive it. */
  | { readonly kind: 'given-up'; readonly error: string };

/** An attempt that is over, and the retries that its delivery has left. */
export interface EndedAttempt {
  readonly job: DeliveryJob;
  readonly context: DeliveryContext;
  readonly result: AttemptResult;
  readonly tried: Attempt;
  /** Seconds before each retry. */
  readonly schedule: readonly number[];
}

type Ports = Pick<RowPorts, 'jobs' | 'deadLetters'> & Pick<DeliverPorts, 'now' | 'random'>;

/**
 * Sends the next job, or the dead letter, before the row says so. A crash in between sends a copy, which the claim
 * stops; the other order would lose the job.
 */
export async function conclude(ports: Ports, ended: EndedAttempt): Promise<FinishedAttempt> {
  const { job, result, tried } = ended;
  switch (result.kind) {
    case 'delivered':
    case 'failed':
    case 'skipped':
      return { state: result.kind, attempt: tried };
    case 'given-up':
      await ports.deadLetters.send(deadLetterOf(job));
      return { state: 'failed', attempt: tried };
    case 'retry':
      return retry(ports, ended, result);
    default:
      throw new Error(`no conclusion is known for ${JSON.stringify(result satisfies never)}`);
  }
}

async function retry(ports: Ports, ended: EndedAttempt, result: Retry): Promise<FinishedAttempt> {
  const { job, context, tried, schedule } = ended;
  const now = ports.now();
  const next = planRetry(schedule, {
    now,
    receivedAt: Date.parse(context.message?.receivedAt ?? tried.at),
    retriesUsed: job.retriesUsed,
    retryAfterSeconds: result.retryAfterSeconds,
    random: ports.random(),
  });
  if (next === undefined) {
    await ports.deadLetters.send(deadLetterOf(job));
    const error = `${result.error}; all retries are used up`;
    return { state: 'failed', attempt: { ...tried, outcome: 'failed', error } };
  }
  const kept = result.settled === undefined ? {} : { settled: result.settled };
  if (next.parked) return { state: 'retrying', attempt: tried, next, ...kept };
  const following = jobOfAttempt(job, job.attempt + 1, next.retriesUsed);
  const left = await ports.jobs.enqueue([following], (Date.parse(next.at) - now) / 1000);
  return { state: 'retrying', attempt: tried, next: { ...next, parked: left.length > 0 }, ...kept };
}
