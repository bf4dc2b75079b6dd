import { reconcile, type ReconcilePolicy, type ReconcilePorts } from '../../core/delivery/reconcile.ts';
import { sweep, type SweepPorts } from '../../core/delivery/sweep.ts';
import type { Telemetry } from '../../core/telemetry/telemetry.ts';

export interface SweeperPorts extends Omit<SweepPorts, 'hasTime'>, Pick<ReconcilePorts, 'organizations' | 'messages'> {
  /** How far the reconciling sweep of this name got. */
  readonly watermark: (name: string) => ReconcilePorts['watermark'];
  /** Counts what was sent while there is time; returns how many spans it counted. */
  readonly countUsage: (hasTime: () => boolean) => Promise<number>;
  /** Warns organisations whose quota runs out, while there is time; absent: there are no quotas. */
  readonly warnOfQuotas?: (hasTime: () => boolean) => Promise<number>;
  /** Announces the timers of alerts that come within a minute, while there is time; returns how many. */
  readonly announceAlerts: (hasTime: () => boolean) => Promise<number>;
  /** The same for asks that expire, and ends that nobody was told of. */
  readonly announceAsks: (hasTime: () => boolean) => Promise<number>;
  readonly telemetry: Telemetry;
}

/** The part of a Lambda context that sweeping needs. */
export interface Remaining {
  getRemainingTimeInMillis(): number;
}

const MINUTE_MS = 60_000;

/**
 * The first look finds what a crash left between storing and enqueueing. The second finds jobs that were lost later: a
 * long outage moved them to the dead-letter queue without a word on their delivery.
 */
const looks: readonly (ReconcilePolicy & { readonly name: string })[] = [
  { name: 'soon', ageMs: 15 * MINUTE_MS, spanMs: 15 * MINUTE_MS },
  { name: 'late', ageMs: 24 * 60 * MINUTE_MS, spanMs: 60 * MINUTE_MS },
];

/** Time kept at the end of a run for the page that is under way. */
const RESERVE_MS = 10_000;

/** Each minute: enqueues what falls due, ends what is over, then looks for lost jobs and counts, while there is time. */
export function createHandler(ports: SweeperPorts) {
  const { log, measure } = ports.telemetry;
  return async (_event: unknown, context: Remaining): Promise<void> => {
    const hasTime = () => context.getRemainingTimeInMillis() > RESERVE_MS;
    const swept = await sweep({ ...ports, hasTime });
    log({ event: 'sweeper.swept', ...swept });
    measure({ SweepLag: swept.lateMs });
    const asks = await ports.announceAsks(hasTime);
    if (asks > 0) log({ event: 'sweeper.asks', asks });
    const timers = await ports.announceAlerts(hasTime);
    if (timers > 0) log({ event: 'sweeper.alerts', timers });
    for (const { name, ...policy } of looks) {
      const reconciled = await reconcile({ ...ports, hasTime, watermark: ports.watermark(name) }, policy);
      if (reconciled.messages > 0) log({ event: 'sweeper.reconciled', look: name, ...reconciled });
    }
    await ports.warnOfQuotas?.(hasTime);
    await ports.countUsage(hasTime);
  };
}
