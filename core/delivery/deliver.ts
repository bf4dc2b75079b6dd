import type { Channel } from '../directory/channel.ts';
import type { Message } from '../notification/message.ts';
import { type NextAttempt, planRetry } from './plan-retry.ts';
import type { Attempt, DeliveryState } from './delivery.ts';
import type { DeliveryJob } from './job.ts';
import type { Outcome } from './outcome.ts';

/** Whether an attempt may run: another copy may hold it (`busy`) or it may have run already (`over`). */
export type Claim =
  | { readonly kind: 'claimed'; readonly leaseUntil: number }
  | { readonly kind: 'busy'; readonly leaseUntil: number }
  | { readonly kind: 'over' };

/** How a claimed attempt ended. */
export interface FinishedAttempt {
  readonly state: DeliveryState;
  readonly attempt: Attempt;
  /** While retrying: when it goes on. */
  readonly next?: NextAttempt;
}

/** What a job points at, as it stands now. */
export interface DeliveryContext {
  /** Absent when its lifetime is over. */
  readonly message?: Message;
  /** Absent when it was deleted. */
  readonly channel?: Channel;
  /** Whether the webhook still links the channel. A deleted webhook counts as linking: its messages were accepted. */
  readonly linked: boolean;
}

/** What a channel kind needs to send one delivery. */
export interface OutgoingDelivery {
  readonly message: Message;
  readonly channel: Channel;
}

export interface DeliverPorts {
  readonly deliveries: {
    claim(job: DeliveryJob, lease: { now: number; leaseMs: number }): Promise<Claim>;
    finish(job: DeliveryJob, leaseUntil: number, finished: FinishedAttempt): Promise<void>;
  };
  readonly context: { read(job: DeliveryJob): Promise<DeliveryContext> };
  readonly channels: { disable(channel: Channel, reason: string): Promise<void> };
  /** Takes jobs after `delaySeconds`; returns those that it could not take. */
  readonly jobs: { enqueue(jobs: readonly DeliveryJob[], delaySeconds: number): Promise<DeliveryJob[]> };
  readonly deadLetters: { send(job: DeliveryJob): Promise<void> };
  readonly send: (delivery: OutgoingDelivery) => Promise<Outcome>;
  readonly log: (event: AttemptLog) => void;
  readonly now: () => number;
  /** A number in [0, 1). */
  readonly random: () => number;
}

/** One line per attempt, without any secret. */
export interface AttemptLog extends DeliveryJob, Attempt {
  readonly event: 'delivery.attempted';
  readonly kind?: Channel['kind'];
  readonly nextAttemptAt?: string;
}

export interface DeliverPolicy {
  /** Seconds before each retry. */
  readonly schedule: readonly number[];
  /** How long a claim holds: longer than the function may run. */
  readonly leaseMs: number;
}

type Result = Outcome | { readonly kind: 'skipped'; readonly error: string };

/**
 * Makes one attempt of one delivery: claim, send, write down what came of it, and see to the next attempt.
 *
 * @throws when the infrastructure fails; the job then comes back after the queue's visibility timeout.
 */
export function createDeliver(ports: DeliverPorts, policy: DeliverPolicy) {
  return async function deliver(job: DeliveryJob): Promise<void> {
    const claim = await ports.deliveries.claim(job, { now: ports.now(), leaseMs: policy.leaseMs });
    if (claim.kind === 'over') return;
    if (claim.kind === 'busy') return sendBack(ports, job, claim.leaseUntil);

    const context = await ports.context.read(job);
    const startedAt = ports.now();
    const result = await attempt(ports, context);
    const at = new Date(startedAt).toISOString();
    const tried: Attempt = { at, ...attemptOf(result), durationMs: ports.now() - startedAt };
    const finished = await conclude(ports, { job, context, result, tried, policy });
    await ports.deliveries.finish(job, claim.leaseUntil, finished);
    logAttempt(ports, { job, context, finished });
  };
}

/** A copy of a job that is being worked on waits until the claim is over, in case its holder died. */
async function sendBack(ports: DeliverPorts, job: DeliveryJob, leaseUntil: number): Promise<void> {
  const left = await ports.jobs.enqueue([job], Math.max(1, (leaseUntil - ports.now()) / 1000));
  if (left.length > 0) throw new Error('The queue did not take back a job that another copy is working on.');
}

async function attempt(ports: DeliverPorts, { message, channel, linked }: DeliveryContext): Promise<Result> {
  if (message === undefined) return { kind: 'skipped', error: 'the message was deleted at the end of its lifetime' };
  if (channel === undefined) return { kind: 'skipped', error: 'the channel was deleted' };
  if (!linked) return { kind: 'skipped', error: 'the channel was unlinked from the webhook' };
  if (!channel.enabled) return { kind: 'skipped', error: channel.disabledReason ?? 'the channel is disabled' };
  const outcome = await ports.send({ message, channel });
  if (outcome.kind === 'failed' && outcome.disableChannel !== undefined) {
    await ports.channels.disable(channel, outcome.disableChannel);
  }
  return outcome;
}

function attemptOf(result: Result): Pick<Attempt, 'outcome' | 'status' | 'error'> {
  if (result.kind === 'skipped') return { outcome: 'skipped', error: result.error };
  const { kind: outcome, status } = result;
  return {
    outcome,
    ...(status === undefined ? {} : { status }),
    ...(result.kind === 'delivered' ? {} : { error: result.error }),
  };
}

interface Concluding {
  readonly job: DeliveryJob;
  readonly context: DeliveryContext;
  readonly result: Result;
  readonly tried: Attempt;
  readonly policy: DeliverPolicy;
}

/**
 * Sees to what follows before the row is written: the next job is sent, or the dead letter, and only then does the row
 * say so. A crash in between repeats a step, and the claim sorts out the copy; the other order would lose the job.
 */
async function conclude(
  ports: DeliverPorts,
  { job, context, result, tried, policy }: Concluding,
): Promise<FinishedAttempt> {
  if (result.kind !== 'retry') return { state: result.kind, attempt: tried };
  const now = ports.now();
  const next = planRetry(policy.schedule, {
    now,
    receivedAt: Date.parse(context.message?.receivedAt ?? tried.at),
    retriesUsed: job.retriesUsed,
    retryAfterSeconds: result.retryAfterSeconds,
    random: ports.random(),
  });
  if (next === undefined) {
    await ports.deadLetters.send(job);
    return {
      state: 'failed',
      attempt: { ...tried, outcome: 'failed', error: `${result.error}; all retries are used up` },
    };
  }
  if (next.parked) return { state: 'retrying', attempt: tried, next };
  const following = { ...job, attempt: job.attempt + 1, retriesUsed: next.retriesUsed };
  const left = await ports.jobs.enqueue([following], (Date.parse(next.at) - now) / 1000);
  return { state: 'retrying', attempt: tried, next: { ...next, parked: left.length > 0 } };
}

function logAttempt(
  ports: DeliverPorts,
  { job, context, finished }: { job: DeliveryJob; context: DeliveryContext; finished: FinishedAttempt },
): void {
  ports.log({
    event: 'delivery.attempted',
    ...job,
    ...finished.attempt,
    ...(context.channel === undefined ? {} : { kind: context.channel.kind }),
    ...(finished.next === undefined ? {} : { nextAttemptAt: finished.next.at }),
  });
}
