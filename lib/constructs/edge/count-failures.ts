import { FilterPattern, type ILogGroup, type JsonPattern } from 'aws-cdk-lib/aws-logs';
import type { MetricName } from '../../../core/telemetry/metrics.ts';
import { METRICS_NAMESPACE } from '../monitoring/own-metric.ts';

/**
 * Which lines of the access log are failures of ours. The line has what the caller saw (`status`) and what Lambda said
 * to the API (`integrationStatus`: 200 also when the function crashed, which the caller sees as a 500).
 *
 * - Sends: every 5xx but 508, the answer to a loop.
 * - Management: its 503s are answers, too (two changes at once, an issuer that is down, a stream that nobody serves), so
 *   only a 500 and what Lambda itself refused count.
 *
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-logging-variables.html
 */
const FAILURES = {
  SendsFailed: FilterPattern.all(
    FilterPattern.stringValue('$.routeKey', '=', '*/n/*'),
    FilterPattern.stringValue('$.status', '=', '5*'),
    FilterPattern.stringValue('$.status', '!=', '508'),
  ),
  ManagementFailed: FilterPattern.all(
    FilterPattern.any(
      FilterPattern.stringValue('$.routeKey', '=', '*/api/*'),
      FilterPattern.stringValue('$.routeKey', '=', '$default'),
    ),
    FilterPattern.any(
      FilterPattern.stringValue('$.status', '=', '500'),
      FilterPattern.stringValue('$.integrationStatus', '=', '429'),
      FilterPattern.stringValue('$.integrationStatus', '=', '5*'),
    ),
  ),
} satisfies Partial<Record<MetricName, JsonPattern>>;

/** A metric that {@link countFailures} counts. */
export type CountedFailures = keyof typeof FAILURES;

/**
 * Counts failures as callers see them: errors that a function answers, its crashes and time-outs, and invocations that
 * Lambda refuses. One metric each: as three of Lambda's and our own, an alarm on them costs three times as much.
 */
export function countFailures(accessLog: ILogGroup): void {
  for (const [metricName, filterPattern] of Object.entries(FAILURES))
    accessLog.addMetricFilter(metricName, { filterPattern, metricName, metricNamespace: METRICS_NAMESPACE });
}
