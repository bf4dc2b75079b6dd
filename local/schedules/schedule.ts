import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { ACCOUNT, REGION } from '../assembly/attributes.ts';
import type { Resource, Resources } from '../assembly/resources.ts';
import { UnsupportedTemplate } from '../assembly/unsupported.ts';
import type { InvocationResult } from '../lambda/protocol.ts';

const shape = {
  ScheduleExpression: z.string().optional(),
  State: z.enum(['ENABLED', 'DISABLED']).default('ENABLED'),
  Targets: z.array(z.object({ Arn: z.string(), RoleArn: z.string().optional() })).default([]),
};

/** A rule that calls functions at a rate. */
export interface ScheduleDefinition {
  readonly ruleArn: string;
  readonly everyMs: number;
  readonly functionArns: readonly string[];
  /** Addresses on the internet, with the role that EventBridge calls them with. Nothing calls them here. */
  readonly destinations: readonly { readonly arn: string; readonly roleArn: string }[];
}

const UNIT_MS: Readonly<Record<string, number>> = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };

/** The enabled schedules that the templates declare. */
export function schedulesOf(resources: Resources): ScheduleDefinition[] {
  const declared = resources.ofType('AWS::Events::ApiDestination', {});
  const found = new Set(declared.map(({ attribute }) => attribute('Arn')));
  const isDestination = ({ Arn }: { Arn: string }): boolean => found.has(Arn);
  return resources
    .ofType('AWS::Events::Rule', shape)
    .filter(({ properties }) => properties.State === 'ENABLED' && properties.ScheduleExpression !== undefined)
    .map((rule) => ({
      ruleArn: rule.attribute('Arn'),
      everyMs: intervalOf(rule),
      functionArns: rule.properties.Targets.filter((target) => !isDestination(target)).map(({ Arn }) => Arn),
      destinations: rule.properties.Targets.filter(isDestination).map(({ Arn, RoleArn = '' }) => ({
        arn: Arn,
        roleArn: RoleArn,
      })),
    }));
}

function intervalOf({ where, properties }: Resource<{ ScheduleExpression?: string | undefined }>): number {
  const expression = properties.ScheduleExpression ?? '';
  const [, count, unit = ''] = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(expression) ?? [];
  const unitMs = UNIT_MS[unit];
  if (count === undefined || unitMs === undefined) {
    throw new UnsupportedTemplate(where, `the schedule ${expression} is no rate of minutes, hours or days`);
  }
  return Number(count) * unitMs;
}

/** A running schedule. */
export interface RunningSchedule {
  /** Starts no more runs, and settles when those under way are done. */
  stop(): Promise<void>;
}

type Invoke = (functionArn: string, event: object) => Promise<InvocationResult>;

/** Calls the targets of a schedule, first after one interval. */
export function startSchedule({ ruleArn, everyMs, functionArns }: ScheduleDefinition, invoke: Invoke): RunningSchedule {
  const underWay = new Set<Promise<unknown>>();
  const timer = setInterval(() => {
    for (const functionArn of functionArns) {
      const run = invoke(functionArn, toScheduledEvent(ruleArn)).finally(() => underWay.delete(run));
      underWay.add(run);
    }
  }, everyMs);
  return {
    stop: async () => {
      clearInterval(timer);
      await Promise.allSettled(underWay);
    },
  };
}

function toScheduledEvent(ruleArn: string): object {
  return {
    version: '0',
    id: randomUUID(),
    'detail-type': 'Scheduled Event',
    source: 'aws.events',
    account: ACCOUNT,
    time: new Date().toISOString().replace(/\.\d+Z$/, 'Z'),
    region: REGION,
    resources: [ruleArn],
    detail: {},
  };
}
