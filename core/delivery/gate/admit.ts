import type { Channel } from '../../directory/channel.ts';
import { type BreakerReading, type ChannelHealth, readBreaker } from '../channel-health.ts';
import type { DeliverPorts } from '../delivery-ports.ts';
import type { Message } from '../message.ts';
import type { DeliveryJob } from '../job.ts';
import { hostOf, paceOf, startOfTurn } from './pace.ts';
import { MAX_QUEUE_DELAY_SECONDS } from '../row/plan-retry.ts';

/** Whether an attempt may go to its destination now. */
export type Admission =
  | {
      readonly kind: 'go';
      /** Set when the attempt is the probe of an open breaker: what the probe set `openUntil` to. */
      readonly probeUntil?: number;
      /** To be called when the request is over. */
      readonly leave: () => void;
    }
  /** The destination was down for as long as a delivery may be put off. */
  | { readonly kind: 'too-late' }
  | Wait
  /** The destination is slow, but the job did not come through the slow lane. */
  | { readonly kind: 'slow-lane' };

/** An attempt that must wait, and where. */
export interface Wait {
  readonly kind: 'wait';
  /** Epoch milliseconds. */
  readonly until: number;
  readonly reason: string;
  /** Wait in the `due` index; otherwise in the queue. */
  readonly parked: boolean;
  /** The turn that the attempt was given. It keeps it. */
  readonly slotAt?: number;
}

/** An attempt that asks to go. */
export interface AttemptToAdmit {
  readonly job: DeliveryJob;
  readonly message: Message;
  readonly channel: Channel;
  readonly health: ChannelHealth | undefined;
  /** Epoch milliseconds; a breaker puts a delivery off no further. */
  readonly lastMoment: number;
  /** Its destination is slow, but the job did not come through the slow lane. */
  readonly isInWrongLane: boolean;
}

/** After a probe that crashed, the next may go after this time: longer than a request may take. */
const PROBE_MS = 60_000;

/** The share of its age that a delivery may wait again. */
const AGE_SHARE = 0.25;

/** How long a delivery waits when its host has as many of this instance's requests as it may. */
const CROWDED_MS = 2_000;

type Ports = Pick<DeliverPorts, 'gate' | 'now' | 'random'>;

/**
 * Decides whether an attempt may go: asks the breaker of its channel, its lane, the pace of its destination and the
 * places at its host. A refusal uses up no attempt, and a healthy destination without a pace costs no call.
 */
export async function admit(ports: Ports, attempt: AttemptToAdmit): Promise<Admission> {
  const breaker = readBreaker(attempt.health ?? {}, ports.now());
  if (breaker.kind === 'open') return waitForBreaker(ports, breaker, attempt);
  if (attempt.isInWrongLane) return { kind: 'slow-lane' };
  const wait = await waitForTurn(ports, attempt);
  if (wait !== undefined) return wait;
  const leave = await ports.gate.hosts.enter(hostOf(attempt.channel));
  if (leave === undefined) return crowdedOut(ports, attempt.job);
  if (breaker.kind === 'closed') return { kind: 'go', leave };
  const probeUntil = ports.now() + PROBE_MS;
  const opening = { seen: breaker.openUntil, openUntil: probeUntil, openMs: breaker.openMs };
  if (await ports.gate.health.open(attempt.channel.id, opening)) return { kind: 'go', leave, probeUntil };
  leave();
  return waitForBreaker(ports, { ...breaker, openUntil: probeUntil }, attempt);
}

/**
 * Waits are spread beyond the next probe, so that a long queue does not come back all at once. The older a delivery
 * is, the longer it may wait, so that hours of an outage do not cost a try every few minutes.
 */
function waitForBreaker(
  { now, random }: Ports,
  { openUntil, openMs }: Exclude<BreakerReading, { kind: 'closed' }>,
  { message, lastMoment, job }: AttemptToAdmit,
): Admission {
  if (now() >= lastMoment) return { kind: 'too-late' };
  const spreadMs = Math.max(openMs, (now() - Date.parse(message.receivedAt)) * AGE_SHARE);
  const until = openUntil + Math.ceil(random() * spreadMs);
  return {
    kind: 'wait',
    until,
    reason: 'the destination is down; it is probed until it answers',
    parked: true,
    ...(job.slotAt === undefined ? {} : { slotAt: job.slotAt }),
  };
}

async function waitForTurn({ gate, now }: Ports, { job, channel, health }: AttemptToAdmit): Promise<Wait | undefined> {
  const pace = job.slotAt === undefined ? paceOf(channel, health) : undefined;
  if (pace === undefined) return undefined;
  const until = startOfTurn(await gate.paces.takeTurn(pace, now()), pace);
  if (until <= now()) return undefined;
  const parked = until - now() > MAX_QUEUE_DELAY_SECONDS * 1000;
  return { kind: 'wait', until, reason: "the destination's pace", parked, slotAt: until };
}

function crowdedOut({ now, random }: Ports, { slotAt }: DeliveryJob): Wait {
  const until = now() + CROWDED_MS * (1 + random());
  const turn = slotAt === undefined ? {} : { slotAt };
  return { kind: 'wait', until, reason: 'the host is busy with other requests', parked: false, ...turn };
}
