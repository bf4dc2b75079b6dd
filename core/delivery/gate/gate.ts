import type { Settled } from '../../channels/outcome.ts';
import type { Claim, DeliverPolicy, DeliverPorts } from '../delivery-ports.ts';
import type { DeliveryJob } from '../job.ts';
import { lastMoment, scheduleOf } from '../row/plan-retry.ts';
import { type Admission, admit, type AttemptToAdmit, type Wait } from './admit.ts';

/** What the gate says to an attempt. `put-off`: not now; the job already waits elsewhere. `ended`: so has its delivery. */
type Entry = Extract<Admission, { kind: 'go' | 'too-late' }> | { readonly kind: 'put-off' | 'ended' };

/** The right to make one attempt: of all copies of a job, one gets it. */
export interface HeldClaim {
  /** Epoch milliseconds. */
  readonly leaseUntil: number;
  /** What earlier attempts settled, where there are several recipients. */
  readonly settled?: Settled;
}

/** Decides whether an attempt may begin. */
export interface Gate {
  /** Asks the destination's side: breaker, lane, pace and host. An attempt that may not go is put off. */
  admit(attempt: Omit<AttemptToAdmit, 'lastMoment' | 'isInWrongLane'>): Promise<Entry>;
  /** Asks the other copies of the job. `busy`: one of them is making the attempt. The others: it was made. */
  claim(job: DeliveryJob): Promise<HeldClaim | Exclude<Claim['kind'], 'claimed'>>;
  /** Another copy has the claim, until `leaseUntil`. This one comes back then: the other may have died. */
  sendBack(job: DeliveryJob, leaseUntil: number): Promise<void>;
}

/** Creates the gate in front of each attempt. */
export function createGate(ports: DeliverPorts, { schedule, leaseMs, hasSlowLane }: DeliverPolicy): Gate {
  const { deliveries, jobs } = ports.row;

  /** The queue holds short waits, for which the row needs no change; long ones are parked in the row. */
  async function putOff(job: DeliveryJob, { until, reason, parked, slotAt }: Wait): Promise<Entry> {
    const waiting: DeliveryJob = { ...job, ...(slotAt === undefined ? {} : { slotAt }) };
    const now = ports.now();
    ports.log({ event: 'delivery.deferred', ...waiting, reason, until: new Date(until).toISOString() });
    if (!parked) {
      const left = await jobs.enqueue([waiting], Math.max(1, (until - now) / 1000));
      if (left.length === 0) return { kind: 'put-off' };
    }
    const claim = await deliveries.putOff(waiting, { now, at: until });
    if (claim.kind === 'busy') await sendBack(job, claim.leaseUntil);
    return { kind: claim.kind === 'ended' ? 'ended' : 'put-off' };
  }

  async function changeLane(job: DeliveryJob): Promise<void> {
    const left = await jobs.enqueue([{ ...job, lane: 'slow' }], 0);
    if (left.length > 0) throw new Error('The queue of slow destinations did not take a job.');
  }

  async function sendBack(job: DeliveryJob, leaseUntil: number): Promise<void> {
    const left = await jobs.enqueue([job], Math.max(1, (leaseUntil - ports.now()) / 1000));
    if (left.length > 0) throw new Error('The queue did not take back a job that another copy is working on.');
  }

  return {
    async admit(attempt) {
      const { job, channel, message, health } = attempt;
      // A batch lasts as long as its slowest request, so slow destinations have a lane of their own.
      const isInWrongLane = hasSlowLane && health?.slowMs !== undefined && job.lane !== 'slow';
      const end = lastMoment(scheduleOf(channel, schedule), Date.parse(message.receivedAt));
      const answer = await admit(ports, { ...attempt, lastMoment: end, isInWrongLane });
      if (answer.kind === 'wait') return putOff(job, answer);
      if (answer.kind !== 'slow-lane') return answer;
      await changeLane(job);
      return { kind: 'put-off' };
    },

    async claim(job) {
      const claim = await deliveries.claim(job, { now: ports.now(), leaseMs });
      if (claim.kind === 'busy') await sendBack(job, claim.leaseUntil);
      return claim.kind === 'claimed' ? claim : claim.kind;
    },

    sendBack,
  };
}
