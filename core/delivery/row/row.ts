import type { DeliverPolicy, DeliverPorts, DeliveryContext, Ending, FinishedAttempt } from '../delivery-ports.ts';
import type { Attempt } from '../delivery.ts';
import type { HeldClaim } from '../gate/gate.ts';
import type { DeliveryJob } from '../job.ts';
import type { Progress } from '../send-each.ts';
import { type AttemptResult, conclude, endOf, type SkippedAttempt } from './conclude.ts';
import { keepSettled } from './keep-settled.ts';
import { scheduleOf } from './plan-retry.ts';

/** An attempt that was claimed. */
interface ClaimedAttempt {
  readonly job: DeliveryJob;
  readonly context: DeliveryContext;
  readonly claim: HeldClaim;
}

/** What an attempt came to, and what its row says of it. */
export interface RecordedAttempt {
  readonly result: AttemptResult;
  readonly finished: FinishedAttempt;
}

/** The state of deliveries. */
export interface Row {
  /** Does the work of a claimed attempt and writes down what came of it, after handing on what follows. */
  record(attempt: ClaimedAttempt, work: (progress: Progress) => Promise<AttemptResult>): Promise<RecordedAttempt>;
  /** Ends a delivery that has nothing to do, in one write. Leaves it alone where another copy of the job is at it. */
  end(attempt: Omit<ClaimedAttempt, 'claim'>, result: SkippedAttempt): Promise<Ending>;
}

/** Creates what writes the rows of deliveries. */
export function createRow(ports: DeliverPorts, policy: DeliverPolicy): Row {
  return {
    async record({ job, context, claim: { leaseUntil, settled = {} } }, work) {
      const ownPorts = { ...ports, ...ports.row };
      return keepSettled(ownPorts, { job, leaseUntil }, async (keep) => {
        const startedAt = ports.now();
        const result = await work({ settled, keep });
        const at = new Date(startedAt).toISOString();
        const tried: Attempt = { at, ...attemptOf(result), durationMs: ports.now() - startedAt };
        const schedule = scheduleOf(context.channel, policy.schedule);
        const concluded = await conclude(ownPorts, { job, context, result, tried, schedule });
        const finished = { ...concluded, ...seenIn(result), ...postIn(result, context) };
        await ports.row.deliveries.finish(job, leaseUntil, finished);
        logAttempt(ports, { job, context, finished });
        return { result, finished };
      });
    },

    async end({ job, context }, result) {
      const now = ports.now();
      const attempt: Attempt = { at: new Date(now).toISOString(), ...attemptOf(result), durationMs: 0 };
      const finished = { state: endOf(result), attempt };
      const ending = await ports.row.deliveries.end(job, { now, ...finished });
      if (ending.kind === 'written') logAttempt(ports, { job, context, finished });
      return ending;
    },
  };
}

function attemptOf(result: AttemptResult): Pick<Attempt, 'outcome' | 'status' | 'error' | 'edited'> {
  if (result.kind === 'skipped') return { outcome: 'skipped', error: result.error };
  if (result.kind === 'given-up') return { outcome: 'failed', error: result.error };
  const { kind: outcome, status } = result;
  return {
    outcome,
    ...(status === undefined ? {} : { status }),
    ...(result.kind === 'delivered' ? editedIn(result) : { error: result.error }),
  };
}

function editedIn({ edited }: { readonly edited?: true }): Pick<Attempt, 'edited'> {
  return edited === undefined ? {} : { edited };
}

/** What the row keeps of an attempt for operators, beside how it ended. */
function seenIn(result: AttemptResult): Pick<FinishedAttempt, 'response' | 'notes'> {
  if (result.kind === 'skipped' || result.kind === 'given-up') return {};
  const { response, notes } = result;
  return { ...(response === undefined ? {} : { response }), ...(notes === undefined ? {} : { notes }) };
}

/** Alerts have rows of their own that know their posts. */
function postIn(result: AttemptResult, { message }: DeliveryContext): Pick<FinishedAttempt, 'reference'> {
  const isKept = message?.askId !== undefined && result.kind === 'delivered' && result.reference !== undefined;
  return isKept ? { reference: result.reference } : {};
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
