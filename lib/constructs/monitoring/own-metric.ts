import { Aws, Duration, Stack } from 'aws-cdk-lib';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import type { MetricName } from '../../../core/telemetry/metrics.ts';

/**
 * For the environment of a part that measures: the name of its stack, which tells routers side by side apart. Metrics
 * have no dimensions, because those cost money.
 */
export const METRICS_NAMESPACE = Aws.STACK_NAME;

/** How the values of one period are aggregated. */
export interface OwnMetricProps {
  readonly statistic: string;
  /** @default one minute */
  readonly period?: Duration;
}

/** A metric that the parts of this stack write. */
export const ownMetric = (scope: Construct, metricName: MetricName, props: OwnMetricProps): Metric =>
  new Metric({
    namespace: Stack.of(scope).stackName,
    metricName,
    statistic: props.statistic,
    period: props.period ?? Duration.minutes(1),
  });
