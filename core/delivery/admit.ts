import type { Channel } from '../directory/channel.ts';
import { type BreakerReading, type ChannelHealth, readBreaker } from './channel-health.ts';
import type { DeliverPorts } from './delivery-ports.ts';
import type { DeliveryJob } from './job.ts';
import { hostOf, paceOf, startOfTurn } from './pace.ts';
import { MAX_QUEUE_DELAY_SECONDS } from './plan-retry.ts';

/** Whether an attempt may go to its destination now. */
export type Admission =
  | {
      readonly kind: 'go';
      /** The attempt is the probe of an open breaker: what the probe set `openUntil` to. */
      readonly probeUntil?: number;
      /** To be called when the request is over. */
      readonly leave: () => void;
    }
  | Wait
  /** The destination is slow: the attempt is for the lane of such. */
  | { readonly kind: 'slow-lane' }
  /** The destination was down for as long as a delivery is put off. */
  | { readonly kind: 'too-late' };

export interface Wait {
  readonly kind: 'wait';
  /** Epoch milliseconds. */
  readonly until: number;
  readonly reason: string;
  /** Wait in the `due` index; otherwise in the queue. */
  readonly parked: boolean;
  /** The turn that the attempt has taken; it needs no other one. */
  readonly slotAt?: number;
}

export interface Applicant {
  readonly job: DeliveryJob;
  readonly channel: Channel;
  readonly health: ChannelHealth | undefined;
  /** When the notification came, epoch milliseconds. */
  readonly receivedAt: number;
  /** Epoch milliseconds; a breaker puts a delivery off no further. */
  readonly lastMoment: number;
  /** Whether there is a lane for slow destinations. */
  readonly hasSlowLane: boolean;
}

/** A probe that crashed is followed by another after this time: longer than a request may take. */
const PROBE_MS = 60_000;

/** How much of its age a delivery may wait once more. */
const AGE_SHARE = 0.25;

/** How long a delivery waits for a host that has its fill of this instance's requests. */
const CROWDED_MS = 2_000;

type Ports = Pick<DeliverPorts, 'health' | 'paces' | 'hosts' | 'now' | 'random'>;

/**
 * Asks whether an attempt may go: the breaker of its channel, the lane that it came by, the pace of its destination, the
 * crowd at its host. None of them uses up an attempt, and a healthy destination without a pace costs no call.
 */
export async function admit(ports: Ports, applicant: Applicant): Promise<Admission> {
  const breaker = readBreaker(applicant.health ?? {}, ports.now());
  if (breaker.kind === 'open') return waitForBreaker(ports, breaker, applicant);
  if (isInWrongLane(applicant)) return { kind: 'slow-lane' };
  const wait = await waitForTurn(ports, applicant);
  if (wait !== undefined) return wait;
  const leave = await ports.hosts.enter(hostOf(applicant.channel));
  if (leave === undefined) return crowdedOut(ports, applicant.job);
  if (breaker.kind === 'closed') return { kind: 'go', leave };
  const probeUntil = ports.now() + PROBE_MS;
  const opening = { seen: breaker.openUntil, openUntil: probeUntil, openMs: breaker.openMs };
  if (await ports.health.open(applicant.channel.id, opening)) return { kind: 'go', leave, probeUntil };
  leave();
  return waitForBreaker(ports, { ...breaker, openUntil: probeUntil }, applicant);
}

/** A batch is over when its slowest request is: a slow destination must not be in one with others. */
function isInWrongLane({ hasSlowLane, health, job }: Applicant): boolean {
  return hasSlowLane && health?.slowMs !== undefined && job.lane !== 'slow';
}

/**
 * Spread beyond the next probe, so that a long queue neither comes back at once nor all for nothing; the older a
 * delivery is, the longer it may wait, so that hours of an outage do not cost a look every few minutes.
 */
function waitForBreaker(
  { now, random }: Ports,
  { openUntil, openMs }: Exclude<BreakerReading, { kind: 'closed' }>,
  { receivedAt, lastMoment, job }: Applicant,
): Admission {
  if (now() >= lastMoment) return { kind: 'too-late' };
  const spreadMs = Math.max(openMs, (now() - receivedAt) * AGE_SHARE);
  const until = openUntil + Math.ceil(random() * spreadMs);
  return {
    kind: 'wait',
    until,
    reason: 'the destination is down; it is probed until it answers',
    parked: true,
    ...(job.slotAt === undefined ? {} : { slotAt: job.slotAt }),
  };
}

async function waitForTurn({ paces, now }: Ports, { job, channel, health }: Applicant): Promise<Wait | undefined> {
  const pace = job.slotAt === undefined ? paceOf(channel, health) : undefined;
  if (pace === undefined) return undefined;
  const until = startOfTurn(await paces.takeTurn(pace, now()), pace);
  if (until <= now()) return undefined;
  const parked = until - now() > MAX_QUEUE_DELAY_SECONDS * 1000;
  return { kind: 'wait', until, reason: "the destination's pace", parked, slotAt: until };
}

function crowdedOut({ now, random }: Ports, { slotAt }: DeliveryJob): Wait {
  const until = now() + CROWDED_MS * (1 + random());
  const turn = slotAt === undefined ? {} : { slotAt };
  return { kind: 'wait', until, reason: 'the host is busy with other requests', parked: false, ...turn };
}
