import { Duration } from 'aws-cdk-lib';
import { Stats, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type * as z from 'zod/mini';
import type { Env } from '../../../lambdas/sweeper/env.ts';
import type { Settings } from '../../config/settings.ts';
import { acknowledge } from '../acknowledge.ts';
import { BundledFunction } from '../functions/bundled-function.ts';
import { HarmAlarm } from '../monitoring/monitoring.ts';
import { METRICS_NAMESPACE, ownMetric } from '../monitoring/own-metric.ts';
import type { JobQueues } from '../queues/job-queues.ts';
import { type Storage, tableEnvironment } from '../storage/storage.ts';

/** What the sweeper reads and fills. */
export interface SweeperProps {
  readonly storage: Storage;
  readonly queues: JobQueues;
  readonly settings: Settings;
}

/** The sweeper finds parked deliveries up to a minute before they fall due. */
const LATE = Duration.minutes(2);

/** Every minute, queues the retries that fall due and the deliveries that a crash left behind. */
export class Sweeper extends Construct {
  constructor(scope: Construct, id: string, props: SweeperProps) {
    super(scope, id);
    const handler = new BundledFunction(this, 'Function', {
      name: 'sweeper',
      // Less than a minute: a run ends before the next one starts.
      timeout: Duration.seconds(50),
      memorySizeMb: 256,
      environment: environment(props),
      monitoring: { kind: 'none', reason: 'A run that fails measures nothing, and the alarm below hears that.' },
    });
    new HarmAlarm(this, 'Late', {
      monitoring: {
        kind: 'alarm',
        severity: 'critical',
        harm: 'Retries that waited for more than 15 minutes, and deliveries after a crash, are not made.',
        runbook: 'The sweeper is late',
      },
      metric: ownMetric(this, 'SweepLag', { statistic: Stats.MAXIMUM }),
      threshold: LATE.toMilliseconds(),
      periods: 5,
      missingData: TreatMissingData.BREACHING,
    });
    props.storage.directory.grantEnumerate(handler);
    props.storage.messages.grantSweep(handler);
    props.storage.counters.grantSweep(handler);
    props.storage.alerts.grantSweep(handler);
    props.storage.asks.grantSweep(handler);
    props.storage.figures.grantRead(handler);
    props.queues.grantSend(handler);
    if (props.settings.BILLING === 'plans') grantWarnings(handler, props);
    const rule = new Rule(this, 'EveryMinute', {
      schedule: Schedule.rate(Duration.minutes(1)),
      // The next run does what a failed one left: retries by EventBridge would only pile up.
      targets: [new LambdaFunction(handler, { retryAttempts: 0 })],
    });
    acknowledge(rule, { 'Serverless-EventBusDLQ': 'The next minute does what a failed one left.' });
  }
}

/** Write what a quota warning needs. */
const grantWarnings = (handler: IFunction, { storage }: SweeperProps): void => {
  storage.directory.grantNote(handler);
  storage.messages.grantAnnounce(handler);
  storage.liveEvents.grantControl(handler);
};

const environment = ({ storage, queues, settings }: SweeperProps) =>
  ({
    ...tableEnvironment(storage),
    FIGURES_TABLE: storage.figures.tableName,
    METRICS_NAMESPACE,
    BILLING: settings.BILLING,
    ...queues.environment,
  }) satisfies z.input<typeof Env>;
