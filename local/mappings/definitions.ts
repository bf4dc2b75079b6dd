import * as z from 'zod';
import type { Resources } from '../assembly/resources.ts';
import { UnsupportedTemplate } from '../assembly/unsupported.ts';
import { type Matcher, matcherOf } from './filter-criteria.ts';

const shape = {
  EventSourceArn: z.string(),
  FunctionName: z.string(),
  Enabled: z.boolean().default(true),
  BatchSize: z.number().optional(),
  MaximumBatchingWindowInSeconds: z.number().max(300).default(0),
  FunctionResponseTypes: z.array(z.literal('ReportBatchItemFailures')).default([]),
  ScalingConfig: z.object({ MaximumConcurrency: z.number().min(2) }).optional(),
  FilterCriteria: z.object({ Filters: z.array(z.object({ Pattern: z.string() })).max(5) }).optional(),
  StartingPosition: z.literal('TRIM_HORIZON').optional(),
  TumblingWindowInSeconds: z.number().max(900).default(0),
  // What a mapping does when these are left out, and nothing else.
  ParallelizationFactor: z.literal(1).optional(),
  BisectBatchOnFunctionError: z.literal(false).optional(),
  MaximumRetryAttempts: z.literal(-1).optional(),
  MaximumRecordAgeInSeconds: z.literal(-1).optional(),
  DestinationConfig: z.undefined().optional(),
};

type Declared = z.infer<z.ZodObject<typeof shape>>;

/** A mapping from a queue, as the templates declare it. */
export interface QueueMapping {
  readonly kind: 'queue';
  readonly queueArn: string;
  /** Name or ARN. */
  readonly functionName: string;
  readonly batchSize: number;
  readonly partialFailures: boolean;
  /** Batches handed to the function at a time. */
  readonly maxConcurrency: number;
}

/** A mapping from the stream of a table. */
export interface StreamMapping {
  readonly kind: 'stream';
  /** `<stack>/<logicalId>`: what it is known by from one start to the next. */
  readonly name: string;
  /** As the templates refer to it: no name to call it by. */
  readonly streamArn: string;
  readonly table: string;
  readonly functionName: string;
  readonly batchSize: number;
  /** For how long records are gathered. */
  readonly gatherMs: number;
  /** How long the windows are by which records are told apart. */
  readonly windowMs: number;
  /** Which records are handed over. */
  readonly matches: Matcher;
}

/** More would only queue up for two cores. */
const CONCURRENCY_HERE = 8;

/** The enabled mappings that the templates declare. */
export function mappingsOf(resources: Resources): (QueueMapping | StreamMapping)[] {
  return resources
    .ofType('AWS::Lambda::EventSourceMapping', shape)
    .filter(({ properties }) => properties.Enabled)
    .map(({ where, properties }) =>
      properties.EventSourceArn.includes(':sqs:') ? queueMapping(where, properties) : streamMapping(where, properties),
    );
}

function queueMapping(where: string, declared: Declared): QueueMapping {
  if (declared.FilterCriteria !== undefined || declared.MaximumBatchingWindowInSeconds > 0)
    throw new UnsupportedTemplate(where, 'filters and windows of queues mean nothing here');
  return {
    kind: 'queue',
    queueArn: declared.EventSourceArn,
    functionName: declared.FunctionName,
    batchSize: declared.BatchSize ?? 10,
    partialFailures: declared.FunctionResponseTypes.length > 0,
    maxConcurrency: Math.min(declared.ScalingConfig?.MaximumConcurrency ?? CONCURRENCY_HERE, CONCURRENCY_HERE),
  };
}

/** Only mappings with a tumbling window: they alone tell the function whose records it gets. */
function streamMapping(where: string, declared: Declared): StreamMapping {
  const [, table] = /:dynamodb:.*:table\/([^/]+)\/stream\//.exec(declared.EventSourceArn) ?? [];
  const { StartingPosition, TumblingWindowInSeconds, FunctionResponseTypes } = declared;
  if (table === undefined) throw new UnsupportedTemplate(where, `nothing here hands on ${declared.EventSourceArn}`);
  if (StartingPosition === undefined) throw new UnsupportedTemplate(where, 'has no StartingPosition');
  if (TumblingWindowInSeconds === 0 || FunctionResponseTypes.length > 0)
    throw new UnsupportedTemplate(where, 'streams are handed on in tumbling windows and whole batches only');
  return {
    kind: 'stream',
    name: where,
    streamArn: declared.EventSourceArn,
    table,
    functionName: declared.FunctionName,
    batchSize: declared.BatchSize ?? 100,
    gatherMs: declared.MaximumBatchingWindowInSeconds * 1000,
    windowMs: TumblingWindowInSeconds * 1000,
    matches: matcherOf(where, declared.FilterCriteria?.Filters.map(({ Pattern }) => Pattern) ?? []),
  };
}
