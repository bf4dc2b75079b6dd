import type { Channel } from '../directory/channel.ts';
import { answerPageOf } from './ask-link.ts';
import { postVerdict, standsNow } from './alert-posts.ts';
import type { DeliverPolicy, DeliverPorts, DeliveryContext } from './delivery-ports.ts';
import { createEffects } from './effects/effects.ts';
import { createGate } from './gate/gate.ts';
import type { DeliveryJob } from './job.ts';
import type { Message } from './message.ts';
import type { AttemptResult } from './row/conclude.ts';
import { createRow, type RecordedAttempt } from './row/row.ts';
import type { Progress } from './send-each.ts';

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
    return claim === undefined ? undefined : row.record({ job, context, claim }, work);
  }

  async function attemptAt(planned: ChannelAttempt): Promise<void> {
    const { channel, context, probeUntil } = planned;
    const recorded = await attempt(planned);
    if (recorded === undefined) return;
    await effects.recordHealth({ channel, health: context.health, probeUntil, ...recorded });
  }

  async function deliver(job: DeliveryJob): Promise<void> {
    const context = await ports.context.read(job);
    const target = targetOf(context);
    if (target.kind === 'skipped') return void (await attempt({ job, context, work: async () => target }));
    const { message, channel } = target;
    const verdict = await postVerdict(ports, target);
    if (verdict.kind === 'skipped') return void (await attempt({ job, context, work: async () => verdict }));
    const entry = await gate.admit({ job, message, channel, health: context.health });
    switch (entry.kind) {
      case 'put-off':
        return;
      case 'too-late':
        return attemptAt({ job, context, channel, work: async () => TOO_LATE });
      case 'go':
        try {
          const { probeUntil } = entry;
          const work = async (progress: Progress) => {
            // Read under the claim: what is sent is what holds now, not when the job was queued.
            const { isOvertaken, ...shown } =
              verdict.kind === 'tell' ? await standsNow(ports.posts, verdict, target) : ALONE;
            if (isOvertaken) return OVERTAKEN;
            const outgoing = await ports.outgoing.read(message);
            const page = await answerPageOf(ports.answering, { message, channel, now: ports.now() });
            const answered = page === undefined ? {} : { page };
            const dispatch = { channel, health: context.health, outgoing, progress, ...answered, ...shown };
            const result = await effects.send(dispatch);
            if (verdict.kind === 'tell') await effects.settle(verdict, { channelId: channel.id, result });
            return result;
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
      await attempt({ job, context, work: async () => ({ kind: 'given-up', error: reason }) });
    },
  };
}

/** A message that is shown for itself. */
const ALONE = { isOvertaken: false } as const;

const OVERTAKEN = { kind: 'skipped', error: 'overtaken by a newer state' } as const;

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
