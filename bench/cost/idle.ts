import * as z from 'zod';
import type { Resources } from '../../local/assembly/resources.ts';
import type { Stack } from '../../test/integration/stack.ts';
import { readMeters, resetMeters } from '../calls/meters.ts';
import { functionOf, resourcesOf } from '../deployed.ts';
import { startInstance } from '../instances.ts';
import type { Item } from './bill.ts';

const HOURS = 730;
const MINUTES = HOURS * 60;
/** Lambda polls a queue with five connections, 20 seconds each. */
const POLLS_OF_MAPPING = (5 * HOURS * 3600) / 20;
/** Assumed, as the durations of the send path are. */
const SWEEPER_MS = 150;

/** What a month costs in which nothing is sent and nobody reads a stream, from what the templates declare. */
export async function idleItems(stack: Stack): Promise<Item[]> {
  const resources = await resourcesOf(stack);
  const count = (type: string) => countOf(resources, type, ({ where }) => !isLiveStream(where));
  const { definition, ...sweeper } = await functionOf(stack, 'Sweeper');
  const { reads, writes } = await metered(stack, sweeper);
  const seconds = (MINUTES * SWEEPER_MS) / 1000;
  return [
    { what: 'customer key', key: 'kms-key', amount: count('AWS::KMS::Key') },
    { what: 'secret', key: 'secret', amount: count('AWS::SecretsManager::Secret') },
    {
      what: 'polling of queues',
      key: 'sqs-request',
      amount: queueMappingsOf(resources) * POLLS_OF_MAPPING,
    },
    { what: 'sweeper: invocations', key: 'lambda-request', amount: MINUTES },
    { what: 'sweeper: time', key: 'lambda-arm', amount: seconds * (definition.memoryMb / 1024) },
    { what: 'sweeper: reads', key: 'dynamodb-read', amount: MINUTES * reads },
    { what: 'sweeper: writes', key: 'dynamodb-write', amount: MINUTES * writes },
    { what: 'alarms', key: 'alarm', amount: alarmMetricsOf(resources, (where) => !isLiveStream(where)) },
    { what: 'dashboards', key: 'dashboard', amount: count('AWS::CloudWatch::Dashboard') },
  ];
}

/** Lambda polls streams free of charge. */
function queueMappingsOf(resources: Resources): number {
  const mappings = resources.ofType('AWS::Lambda::EventSourceMapping', { EventSourceArn: z.string() });
  return mappings.filter(({ properties }) => properties.EventSourceArn.includes(':sqs:')).length;
}

/** Resources stand in a stack of their own that may be left out. */
const isLiveStream = (where: string): boolean => where.includes('LiveStream');

function countOf(resources: Resources, type: string, test: (resource: { readonly where: string }) => boolean): number {
  return resources.ofType(type, {}).filter(test).length;
}

const Alarm = { Metrics: z.array(z.object({ MetricStat: z.unknown().optional() })).optional() };

/** An alarm on an expression is billed for each metric in it. */
function alarmMetricsOf(resources: Resources, test: (where: string) => boolean): number {
  const alarms = resources.ofType('AWS::CloudWatch::Alarm', Alarm).filter(({ where }) => test(where));
  const metrics = ({ Metrics }: (typeof alarms)[number]['properties']) =>
    Metrics?.filter(({ MetricStat }) => MetricStat !== undefined).length ?? 1;
  return alarms.reduce((sum, { properties }) => sum + metrics(properties), 0);
}

const Task = { Cpu: z.coerce.number(), Memory: z.coerce.number() };

/** What the Live Stream service adds with one task. Nothing polls the event stream while nobody reads. */
export async function liveStreamItems(stack: Stack): Promise<Item[]> {
  return liveStreamOf(await resourcesOf(stack));
}

function liveStreamOf(resources: Resources): Item[] {
  return resources.ofType('AWS::ECS::TaskDefinition', Task).flatMap(({ properties: { Cpu, Memory } }): Item[] => [
    { what: 'task: processor', key: 'fargate-cpu', amount: (Cpu / 1024) * HOURS },
    { what: 'task: memory', key: 'fargate-memory', amount: (Memory / 1024) * HOURS },
    { what: 'task: address', key: 'public-ipv4', amount: HOURS },
    { what: 'load balancer', key: 'load-balancer', amount: HOURS },
    { what: 'alarms of the service', key: 'alarm', amount: alarmMetricsOf(resources, isLiveStream) },
  ]);
}

/** An hour of runs: some things are done every ten minutes, others once an hour. */
const RUNS = 60;
const EVERY_MS = 60_000;

/** Capacity units of a run that finds nothing to do, a minute after the one before. The first catch up on the start. */
async function metered(stack: Stack, sweeper: Parameters<typeof startInstance>[0]) {
  const instance = await startInstance(sweeper);
  const event = { source: 'aws.events', 'detail-type': 'Scheduled Event' };
  await instance.invoke([event], RUNS, EVERY_MS);
  await resetMeters(stack);
  await instance.invoke([event], RUNS, EVERY_MS);
  instance.stop();
  const meters = (await readMeters(stack)).filter(({ caller }) => caller.includes('SweeperFunction'));
  const sum = (test: RegExp) =>
    meters
      .filter(({ operation }) => test.test(operation))
      .reduce((total, { capacityUnits }) => total + capacityUnits / RUNS, 0);
  return { reads: sum(/Get|Query|Scan/), writes: sum(/Write|Put|Update|Delete/) };
}
