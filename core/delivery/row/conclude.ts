import type { Outcome, Retry } from '../../channels/outcome.ts';
import type { DeliverPorts, DeliveryContext, FinishedAttempt, RowPorts } from '../delivery-ports.ts';
import type { Attempt } from '../delivery.ts';
import { deadLetterOf, type DeliveryJob, followUpOf, jobOfAttempt } from '../job.ts';
import { planRetry } from './plan-retry.ts';

/** What an attempt came to, or why none was made. */
export type AttemptResult =
  /** `again`: it has shown an alert, which says something newer by now. */
  | (Outcome & { readonly again?: true })
  | SkippedAttempt
  /** The delivery ends here, though another attempt might succeed: an operator may redrive it. */
  | { readonly kind: 'given-up'; readonly error: string };

/** Nothing was sent. */
export interface SkippedAttempt {
  readonly kind: 'skipped';
  readonly error: string;
  /** An earlier attempt of the delivery had sent it. */
  readonly isDone?: true;
  readonly again?: true;
}

/** Newer states of an alert that come within this time are shown by one attempt. */
const AGAIN_SECONDS = 1;

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
      return result.again === true ? goOn(ports, ended) : { state: endOf(result), attempt: tried };
    case 'given-up':
      await ports.deadLetters.send(deadLetterOf(job));
      return { state: 'failed', attempt: tried };
    case 'retry':
      return retry(ports, ended, result);
    default:
      throw new Error(`no conclusion is known for ${JSON.stringify(result satisfies never)}`);
  }
}

/** How a delivery ends with an attempt after which nothing is to be done. */
export function endOf(result: { readonly kind: 'delivered' | 'failed' } | SkippedAttempt) {
  return result.kind === 'skipped' && result.isDone === true ? 'delivered' : result.kind;
}

async function goOn({ jobs, now }: Ports, { job, tried }: EndedAttempt): Promise<FinishedAttempt> {
  const following = followUpOf(job);
  const left = await jobs.enqueue([following], AGAIN_SECONDS);
  const at = new Date(now() + AGAIN_SECONDS * 1000).toISOString();
  return { state: 'retrying', attempt: tried, next: { at, retriesUsed: 0, parked: left.length > 0 } };
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
