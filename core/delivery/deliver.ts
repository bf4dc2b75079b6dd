import type { Channel } from '../directory/channel.ts';
import { admit, type Wait } from './admit.ts';
import { conclude, type Result } from './conclude.ts';
import type {
  DeliverPolicy,
  DeliverPorts,
  DeliveryContext,
  FinishedAttempt,
  NotedRecipients,
} from './delivery-ports.ts';
import type { Attempt } from './delivery.ts';
import type { DeliveryJob } from './job.ts';
import { keepSettled } from './keep-settled.ts';
import type { Message } from './message.ts';
import { noticeSlow } from './notice-slow.ts';
import { lastMoment } from './plan-retry.ts';
import { recordHealth } from './record-health.ts';
import type { Progress } from './send-each.ts';

/** Works on the jobs of a queue. Both throw when the infrastructure fails; the job must then come back. */
export interface Deliverer {
  /** Makes one attempt of one delivery, or puts it off when its destination cannot take it now. */
  readonly deliver: (job: DeliveryJob) => Promise<void>;
  /** Ends a delivery whose attempts never come to an end: dead letter and `failed`, with this reason. */
  readonly giveUp: (job: DeliveryJob, reason: string) => Promise<void>;
}

interface Run {
  readonly job: DeliveryJob;
  readonly context: DeliveryContext;
  readonly run: (progress: Progress) => Promise<Result>;
}

/** What a claimed attempt came to. */
interface Done {
  readonly result: Result;
  readonly finished: FinishedAttempt;
}

/** Creates a deliverer: admission, claim, send, write down what came of it, and see to the next attempt. */
export function createDeliverer(ports: DeliverPorts, policy: DeliverPolicy): Deliverer {
  async function attempt({ job, context, run }: Run): Promise<Done | undefined> {
    const claim = await ports.deliveries.claim(job, { now: ports.now(), leaseMs: policy.leaseMs });
    if (claim.kind === 'over') return undefined;
    if (claim.kind === 'busy') return sendBack(ports, job, claim.leaseUntil);
    const { settled = {}, leaseUntil } = claim;
    return keepSettled(ports, { job, leaseUntil }, async (keep) => {
      const startedAt = ports.now();
      const result = await run({ settled, keep });
      const at = new Date(startedAt).toISOString();
      const tried: Attempt = { at, ...attemptOf(result), durationMs: ports.now() - startedAt };
      const finished = await conclude(ports, { job, context, result, tried, schedule: scheduleOf(context) });
      await ports.deliveries.finish(job, leaseUntil, finished);
      logAttempt(ports, { job, context, finished });
      return { result, finished };
    });
  }

  function scheduleOf({ channel }: DeliveryContext): readonly number[] {
    return channel?.retrySchedule ?? policy.schedule;
  }

  async function deliver(job: DeliveryJob): Promise<void> {
    const context = await ports.context.read(job);
    const target = targetOf(context);
    if (target.kind === 'skipped') return void (await attempt({ job, context, run: async () => target }));
    const { message, channel } = target;
    const receivedAt = Date.parse(message.receivedAt);
    const until = lastMoment(scheduleOf(context), receivedAt);
    const { hasSlowLane } = policy;
    const applicant = { job, channel, health: context.health, receivedAt, lastMoment: until, hasSlowLane };
    const admission = await admit(ports, applicant);
    if (admission.kind === 'wait') return putOff(ports, job, admission);
    if (admission.kind === 'slow-lane') return changeLane(ports, job);
    const isGo = admission.kind === 'go';
    try {
      const done = await attempt({
        job,
        context,
        run: async (progress) => {
          if (!isGo) return TOO_LATE;
          const sending = () => send(ports, target, progress);
          return hasSlowLane ? noticeSlow(ports, { channel, health: context.health, sending }) : sending();
        },
      });
      if (done === undefined) return;
      const probeUntil = isGo ? admission.probeUntil : undefined;
      await recordHealth(ports, { channel, health: context.health, probeUntil, ...done });
    } finally {
      if (isGo) admission.leave();
    }
  }

  return {
    deliver,
    async giveUp(job, reason) {
      const context = await ports.context.read(job);
      await attempt({ job, context, run: async () => ({ kind: 'given-up', error: reason }) });
    },
  };
}

const TOO_LATE = { kind: 'given-up', error: 'the destination stayed down; given up' } as const;

type Target =
  | { readonly kind: 'ready'; readonly message: Message; readonly channel: Channel }
  | { readonly kind: 'skipped'; readonly error: string };

function targetOf({ message, channel, linked }: DeliveryContext): Target {
  if (message === undefined) return { kind: 'skipped', error: 'the message was deleted at the end of its lifetime' };
  if (channel === undefined) return { kind: 'skipped', error: 'the channel was deleted' };
  if (!linked) return { kind: 'skipped', error: 'the channel was unlinked from the webhook' };
  if (!channel.enabled) return { kind: 'skipped', error: channel.disabledReason ?? 'the channel is disabled' };
  return { kind: 'ready', message, channel };
}

async function send(
  ports: DeliverPorts,
  { message, channel }: { readonly message: Message; readonly channel: Channel },
  progress: Progress,
): Promise<Result> {
  const outcome = await ports.send({ message, channel, progress });
  const { reached = [], gone = [] } = outcome;
  if (reached.length + gone.length > 0) await noteRecipients(ports, channel, { reached, gone });
  if (outcome.kind === 'failed' && outcome.disableChannel !== undefined) {
    await ports.switchOff(channel, outcome.disableChannel);
  }
  return outcome;
}

/** What is not noted now is noted by a later attempt. */
async function noteRecipients(ports: DeliverPorts, channel: Channel, noted: NotedRecipients): Promise<void> {
  try {
    await ports.noteRecipients?.(channel, noted);
  } catch (error) {
    ports.log({ event: 'recipients.unrecorded', channelId: channel.id, error: String(error) });
  }
}

async function changeLane(ports: DeliverPorts, job: DeliveryJob): Promise<void> {
  const left = await ports.jobs.enqueue([{ ...job, lane: 'slow' }], 0);
  if (left.length > 0) throw new Error('The queue of slow destinations did not take a job.');
}

/** A copy of a job that is being worked on waits until the claim is over, in case its holder died. */
async function sendBack(ports: DeliverPorts, job: DeliveryJob, leaseUntil: number): Promise<undefined> {
  const left = await ports.jobs.enqueue([job], Math.max(1, (leaseUntil - ports.now()) / 1000));
  if (left.length > 0) throw new Error('The queue did not take back a job that another copy is working on.');
}

/** The queue holds short waits, for which the row needs no change; long ones are parked. */
async function putOff(ports: DeliverPorts, job: DeliveryJob, wait: Wait): Promise<void> {
  const { until, reason, parked, slotAt } = wait;
  const waiting: DeliveryJob = { ...job, ...(slotAt === undefined ? {} : { slotAt }) };
  const now = ports.now();
  ports.log({ event: 'delivery.deferred', ...waiting, reason, until: new Date(until).toISOString() });
  if (!parked) {
    const left = await ports.jobs.enqueue([waiting], Math.max(1, (until - now) / 1000));
    if (left.length === 0) return;
  }
  const claim = await ports.deliveries.putOff(waiting, { now, at: until });
  if (claim.kind === 'busy') await sendBack(ports, job, claim.leaseUntil);
}

function attemptOf(result: Result): Pick<Attempt, 'outcome' | 'status' | 'error'> {
  if (result.kind === 'skipped') return { outcome: 'skipped', error: result.error };
  if (result.kind === 'given-up') return { outcome: 'failed', error: result.error };
  const { kind: outcome, status } = result;
  return {
    outcome,
    ...(status === undefined ? {} : { status }),
    ...(result.kind === 'delivered' ? {} : { error: result.error }),
  };
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
