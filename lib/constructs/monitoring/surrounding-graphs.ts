import { Duration } from 'aws-cdk-lib';
import { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { Metric, Stats, type IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import { TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { FargateService } from 'aws-cdk-lib/aws-ecs';
import { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { ownMetric } from './own-metric.ts';

/** A graph that no alarm is about, but that helps to explain one. */
export interface SurroundingGraph {
  readonly title: string;
  readonly metrics: readonly IMetric[];
}

const period = Duration.minutes(5);
const SUM = { period, statistic: Stats.SUM };
const MAXIMUM = { period, statistic: Stats.MAXIMUM };
const p99 = { period, statistic: Stats.p(99) };

/**
 * Traffic and resources of some stacks. Lambda's throttles and concurrency are those of the whole account and Region,
 * because the quota is too.
 */
export function surroundingGraphs(watched: readonly Construct[]): SurroundingGraph[] {
  const all = watched.flatMap((stack) => stack.node.findAll());
  const graphs = [
    { title: 'Requests and their errors', metrics: of(all, HttpApi).flatMap(requests) },
    { title: 'Jobs that wait, dead letters among them', metrics: of(all, Queue).map(waiting) },
    { title: 'Deliveries that failed', metrics: deliveriesFailed(all) },
    { title: 'Slowest batches and calls', metrics: timedFunctions(all).map(duration) },
    { title: 'Lambda in this account', metrics: [lambda('ConcurrentExecutions', MAXIMUM), lambda('Throttles', SUM)] },
    { title: 'Writes that a table throttled', metrics: busyTables(all).map(throttledBy('WriteThrottleEvents')) },
    { title: 'Reads that a table throttled', metrics: readTables(all).map(throttledBy('ReadThrottleEvents')) },
    { title: 'Open streams, and readers dropped', metrics: of(all, FargateService).flatMap(streams) },
    { title: 'Load of the stream tasks', metrics: of(all, FargateService).flatMap(load) },
  ];
  return graphs.filter(({ metrics }) => metrics.length > 0);
}

type ClassOf<T> = abstract new (...parameters: never[]) => T;

const of = <T>(constructs: readonly unknown[], type: ClassOf<T>): T[] =>
  constructs.flatMap((construct) => (construct instanceof type ? [construct] : []));

const requests = (api: HttpApi): IMetric[] => [
  api.metricCount({ ...SUM, label: 'Requests' }),
  api.metricClientError({ ...SUM, label: '4xx' }),
  api.metricServerError({ ...SUM, label: '5xx, also of refused loops and of streams that nobody serves' }),
];

const waiting = (queue: Queue): IMetric =>
  queue.metricApproximateNumberOfMessagesVisible({ ...MAXIMUM, label: queue.node.path });

/** An alarm shows how long sends take; the other functions can be slow without harm. */
const TIMED = /\/(DeliverHttp|DeliverAws|Management)\/Function$/;

const timedFunctions = (all: readonly Construct[]): LambdaFunction[] =>
  of(all, LambdaFunction).filter(({ node }) => TIMED.test(node.path));

const duration = (it: LambdaFunction): IMetric => it.metricDuration({ ...p99, label: it.node.path });

const lambda = (metricName: string, props: { readonly statistic: string }): IMetric =>
  new Metric({ namespace: 'AWS/Lambda', metricName, period, ...props });

const tablesBut =
  (quiet: RegExp) =>
  (all: readonly Construct[]): TableV2[] =>
    of(all, TableV2).filter(({ node }) => !quiet.test(node.path));

/** Nothing else tells of throttling in these tables. Late figures have an alarm, and people answer few asks. */
const busyTables = tablesBut(/\/(Figures|Asks)\/Table$/);

/** Those that sends and lists read: more than fifty metrics on a dashboard cost. */
const readTables = tablesBut(/\/(Figures|Asks|Alerts|Counters|LiveEvents)\/Table$/);

const throttledBy =
  (metricName: string) =>
  (table: TableV2): IMetric =>
    table.metric(metricName, { ...SUM, label: table.node.path });

const deliveriesFailed = (all: readonly Construct[]): IMetric[] =>
  of(all, HttpApi).map((api) => ownMetric(api, 'DeliveriesFailed', SUM));

const streams = (service: FargateService): IMetric[] => [
  ownMetric(service, 'OpenStreams', SUM),
  ownMetric(service, 'StreamEvents', SUM),
  ownMetric(service, 'StreamDrops', SUM),
];

const load = (service: FargateService): IMetric[] => [
  service.metricCpuUtilization({ ...MAXIMUM, label: 'CPU' }),
  service.metricMemoryUtilization({ ...MAXIMUM, label: 'Memory' }),
];
