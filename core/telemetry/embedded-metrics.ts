import { METRICS, type MetricName } from './metrics.ts';

/** Values of metrics: one each, or up to {@link MAX_VALUES} measured since the last line. */
export type MetricValues = Readonly<Partial<Record<MetricName, number | readonly number[]>>>;

/** CloudWatch takes as many values of a metric from one line. */
export const MAX_VALUES = 100;

/** Where and when figures were taken. */
export interface Measurement {
  /** Where CloudWatch shows them. */
  readonly namespace: string;
  /** Epoch milliseconds. */
  readonly now: number;
}

/**
 * The fields of a log line that CloudWatch makes metrics of: no call, no client, no agent.
 *
 * @see https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch_Embedded_Metric_Format_Specification.html
 */
export function embeddedMetrics(figures: MetricValues, { namespace, now }: Measurement): Record<string, unknown> {
  const metrics = Object.entries(METRICS)
    .filter(([name]) => name in figures)
    .map(([Name, { unit }]) => ({ Name, Unit: unit }));
  const directive = { Namespace: namespace, Dimensions: [[]], Metrics: metrics };
  return { ['_aws']: { Timestamp: now, CloudWatchMetrics: [directive] }, ...figures };
}
