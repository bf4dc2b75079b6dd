import { reconcile, type ReconcilePolicy, type ReconcilePorts } from '../../core/delivery/reconcile.ts';
import { sweep, type SweepPorts } from '../../core/delivery/sweep.ts';
import type { Telemetry } from '../../core/telemetry/telemetry.ts';

export interface SweeperPorts extends Omit<SweepPorts, 'hasTime'>, Pick<ReconcilePorts, 'organizations' | 'messages'> {
  /** How far the reconciling sweep of this name came. */
  readonly watermark: (name: string) => ReconcilePorts['watermark'];
  /** Counts what was sent, as far as the time goes; gives how many spans of time. */
  readonly countUsage: (hasTime: () => boolean) => Promise<number>;
  /** Tells organisations whose quota runs out, as far as the time goes; absent: there are no quotas. */
  readonly warnOfQuotas?: (hasTime: () => boolean) => Promise<number>;
  /** Does what has fallen due of alerts, as far as the time goes; gives how many timers it looked at. */
  readonly sweepAlerts: (hasTime: () => boolean) => Promise<number>;
  readonly telemetry: Telemetry;
}

/** The part of a Lambda context that sweeping needs. */
export interface Remaining {
  getRemainingTimeInMillis(): number;
}

const MINUTE_MS = 60_000;

/**
 * The first look finds what a crash left between storing and enqueueing. The second finds what was lost on the way
 * later: a job that a long outage moved to the dead-letter queue without a word on its delivery.
 */
const looks: readonly (ReconcilePolicy & { readonly name: string })[] = [
  { name: 'soon', ageMs: 15 * MINUTE_MS, spanMs: 15 * MINUTE_MS },
  { name: 'late', ageMs: 24 * 60 * MINUTE_MS, spanMs: 60 * MINUTE_MS },
];

/** Left over at the end of a run for the page that is under way. */
const RESERVE_MS = 10_000;

/** Each minute: enqueues what falls due, ends what is over, then looks for what was lost, as far as the time goes. */
export function createHandler(ports: SweeperPorts) {
  const { log, measure } = ports.telemetry;
  return async (_event: unknown, context: Remaining): Promise<void> => {
    const hasTime = () => context.getRemainingTimeInMillis() > RESERVE_MS;
    const swept = await sweep({ ...ports, hasTime });
    log({ event: 'sweeper.swept', ...swept });
    measure({ SweepLag: swept.lateMs });
    const timers = await ports.sweepAlerts(hasTime);
    if (timers > 0) log({ event: 'sweeper.alerts', timers });
    for (const { name, ...policy } of looks) {
      const reconciled = await reconcile({ ...ports, hasTime, watermark: ports.watermark(name) }, policy);
      if (reconciled.messages > 0) log({ event: 'sweeper.reconciled', look: name, ...reconciled });
    }
    await ports.warnOfQuotas?.(hasTime);
    await ports.countUsage(hasTime);
  };
}
