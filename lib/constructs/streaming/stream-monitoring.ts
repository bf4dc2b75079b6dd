import { Duration } from 'aws-cdk-lib';
import { Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { FargateService } from 'aws-cdk-lib/aws-ecs';
import { Construct } from 'constructs';
import type { Settings } from '../../config/settings.ts';
import { HarmAlarm, type Monitoring } from '../monitoring/monitoring.ts';
import { ownMetric } from '../monitoring/own-metric.ts';

/** What is watched. */
export interface StreamMonitoringProps {
  readonly service: FargateService;
  readonly settings: Settings;
  /** What it means when events reach readers late. */
  readonly monitoring: Monitoring;
}

/** How many open streams a task of the smallest size serves with room to spare. */
const STREAMS_PER_TASK = 5000;
/** A deployment doubles the tasks for a while, and a Kinesis data stream takes at most twenty consumers. */
const MAX_TASKS = 10;
/** Idle polling alone takes up to one second. */
const LATE_MS = 5000;

/**
 * Watches the metrics that the service writes to its log, and scales the service with its open streams if the event
 * stream allows more readers: with DynamoDB Streams the number of tasks is fixed.
 */
export class StreamMonitoring extends Construct {
  constructor(scope: Construct, id: string, { service, settings, monitoring }: StreamMonitoringProps) {
    super(scope, id);
    const lag = ownMetric(this, 'StreamLag', { statistic: Stats.p(95) });
    new HarmAlarm(this, 'Late', { monitoring, metric: lag, threshold: LATE_MS, periods: 3 });
    if (settings.LIVE_STREAM_SOURCE === 'kinesis') {
      service
        .autoScaleTaskCount({ minCapacity: settings.STREAM_TASKS, maxCapacity: MAX_TASKS })
        .scaleToTrackCustomMetric('OpenStreams', {
          metric: ownMetric(this, 'OpenStreams', { statistic: Stats.AVERAGE }),
          targetValue: STREAMS_PER_TASK,
          // Removing a task disconnects its readers, which a short lull does not justify.
          scaleInCooldown: Duration.minutes(15),
          scaleOutCooldown: Duration.minutes(2),
        });
    }
  }
}
