import type { Channel } from '../directory/channel.ts';
import { withAlertButtons } from './alert-buttons.ts';
import { askShown, questionUntil, withQuestion } from './ask-link.ts';
import type { DeliverPolicy, DeliverPorts, DeliveryContext } from './delivery-ports.ts';
import { createEffects } from './effects/effects.ts';
import { createGate } from './gate/gate.ts';
import type { DeliveryJob } from './job.ts';
import type { Message } from './message.ts';
import type { SendShown } from './post-steps.ts';
import type { AttemptResult, SkippedAttempt } from './row/conclude.ts';
import { createRow, type RecordedAttempt } from './row/row.ts';
import type { Progress } from './send-each.ts';
import { postVerdict, releaseFrom, showNow } from './show-alert.ts';

/** Works on the jobs of a queue. Both throw when the infrastructure fails; the job must then come back. */
export interface Deliverer {
  /** Makes one attempt of one delivery, or puts it off when its destination cannot take it now. */
  readonly deliver: (job: DeliveryJob) => Promise<void>;
  /** Ends a delivery whose attempts never come to an end: dead letter and `failed`, with this reason. */
  readonly giveUp: (job: DeliveryJob, reason: string) => Promise<void>;
}

/** What an attempt is about to do, once the job is claimed. */
interface PlannedAttempt {
  readonly job: DeliveryJob;
  readonly context: DeliveryContext;
  readonly work: (progress: Progress) => Promise<AttemptResult>;
}

/** The same, where there is a channel whose health depends on the result. */
interface ChannelAttempt extends PlannedAttempt {
  readonly channel: Channel;
  /** Set when the attempt is the probe of an open breaker. */
  readonly probeUntil?: number | undefined;
}

/**
 * Creates a deliverer. An attempt has three parts. The gate decides whether it may begin: breaker, lane, pace, host, and
 * last the claim. The effects are what others see: the request, and what it teaches about the channel. The row keeps the
 * state of the delivery and hands on the next job.
 */
export function createDeliverer(ports: DeliverPorts, policy: DeliverPolicy): Deliverer {
  const gate = createGate(ports, policy);
  const row = createRow(ports, policy);
  const effects = createEffects(ports, policy);

  async function attempt({ job, context, work }: PlannedAttempt): Promise<RecordedAttempt | undefined> {
    const claim = await gate.claim(job);
    // A copy of a delivery that has ended must not keep a channel from those that have something to show.
    if (claim === 'ended') await releaseFrom(ports.posts, context, false);
    return typeof claim === 'string' ? undefined : row.record({ job, context, claim }, work);
  }

  async function attemptAt(planned: ChannelAttempt): Promise<void> {
    const { channel, context, probeUntil } = planned;
    const recorded = await attempt(planned);
    if (recorded === undefined) return;
    if (recorded.finished.state === 'failed') await releaseFrom(ports.posts, { ...context, channel }, true);
    await effects.recordHealth({ channel, health: context.health, probeUntil, ...recorded });
  }

  /** Ends a delivery under a claim: only the copy of a job that has it gives the channel back. */
  async function endHolding(
    at: Pick<PlannedAttempt, 'job' | 'context'>,
    result: SkippedAttempt,
    mayHold: boolean,
  ): Promise<void> {
    const work = async () => {
      if (mayHold) await releaseFrom(ports.posts, at.context, false);
      return result;
    };
    await attempt({ ...at, work });
  }

  /** Ends a delivery that has nothing to do and holds nothing. */
  async function end(at: Pick<PlannedAttempt, 'job' | 'context'>, result: SkippedAttempt): Promise<void> {
    const ending = await row.end(at, result);
    if (ending.kind === 'busy') await gate.sendBack(at.job, ending.leaseUntil);
  }

  async function deliver(job: DeliveryJob): Promise<void> {
    const context = await ports.context.read(job);
    const target = targetOf(context);
    if (target.kind === 'skipped') {
      // One that has waited may have a channel to itself.
      const mayHold = job.attempt > 1 || job.slotAt !== undefined;
      return endHolding({ job, context }, target, mayHold);
    }
    const { message, channel } = target;
    const { answers = false } = context;
    const until = await questionUntil(ports.answering, { message, channel, now: ports.now() });
    if (until !== undefined) return gate.sendBack(job, until);
    const verdict = await postVerdict(ports, { ...target, isAsked: job.asked === true });
    if (verdict.kind === 'idle') {
      const { isHolder, ...idle } = verdict;
      const skipped = { ...idle, kind: 'skipped' } as const;
      return isHolder === true ? endHolding({ job, context }, skipped, true) : end({ job, context }, skipped);
    }
    const entry = await gate.admit({ job, message, channel, health: context.health });
    switch (entry.kind) {
      case 'put-off':
        return;
      case 'ended':
        return releaseFrom(ports.posts, context, false);
      case 'too-late':
        return attemptAt({ job, context, channel, work: async () => TOO_LATE });
      case 'go':
        try {
          const { probeUntil } = entry;
          const work = async (progress: Progress) => {
            const send: SendShown = async (source, shown) => {
              const pressable = withAlertButtons(shown, { channel, answers, ...ports.answering });
              const asked = await askShown(ports.answering, { message: source, channel, now: ports.now() });
              const { question, ...parts } = asked ?? {};
              const outgoing = withQuestion(await ports.outgoing.read(source), question);
              return effects.send({
                channel,
                health: context.health,
                outgoing,
                progress,
                shown: { ...pressable, ...parts },
              });
            };
            return verdict.kind === 'show' ? showNow(ports, verdict.delivery, send) : send(message, {});
          };
          await attemptAt({ job, context, channel, work, probeUntil });
        } finally {
          entry.leave();
        }
    }
  }

  return {
    deliver,
    async giveUp(job, reason) {
      const context = await ports.context.read(job);
      const recorded = await attempt({ job, context, work: async () => ({ kind: 'given-up', error: reason }) });
      if (recorded !== undefined) await releaseFrom(ports.posts, context, true);
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
