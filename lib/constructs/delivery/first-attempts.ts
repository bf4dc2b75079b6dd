import { Duration } from 'aws-cdk-lib';
import { Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import { HarmAlarm } from '../monitoring/monitoring.ts';
import { ownMetric } from '../monitoring/own-metric.ts';

/** Seconds are usual, and a burst may take some more. */
const LATE = Duration.minutes(1);

/**
 * Watches how long notifications wait for their first attempt. It takes the median: the few attempts that wait for a
 * destination that is down do not move it.
 */
export class FirstAttempts extends Construct {
  constructor(scope: Construct, id: string) {
    super(scope, id);
    new HarmAlarm(this, 'Late', {
      monitoring: {
        kind: 'alarm',
        severity: 'major',
        harm: 'Every other notification is delivered more than a minute late.',
        runbook: 'First attempts are late',
      },
      metric: ownMetric(this, 'DeliveryLag', { statistic: Stats.p(50), period: Duration.minutes(5) }),
      threshold: LATE.toMilliseconds(),
      periods: 3,
    });
  }
}
