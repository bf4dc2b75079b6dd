import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod';
import type { Resources } from '../assembly/resources.ts';
import type { InvocationResult } from '../lambda/protocol.ts';
import type { Queues } from '../sqs/queues.ts';
import { doneOf } from './batch-result.ts';
import { toQueueEvent } from './queue-event.ts';

const shape = {
  EventSourceArn: z.string(),
  FunctionName: z.string(),
  Enabled: z.boolean().default(true),
  BatchSize: z.number().default(10),
  MaximumBatchingWindowInSeconds: z.literal(0).optional(),
  FunctionResponseTypes: z.array(z.literal('ReportBatchItemFailures')).default([]),
  ScalingConfig: z.object({ MaximumConcurrency: z.number().min(2) }).optional(),
};

/** An event source mapping as the templates declare it. */
export interface MappingDefinition {
  readonly queueArn: string;
  /** Name or ARN. */
  readonly functionName: string;
  readonly batchSize: number;
  readonly partialFailures: boolean;
  /** Batches handed to the function at a time. */
  readonly maxConcurrency: number;
}

/** More would only queue up for two cores. */
const CONCURRENCY_HERE = 8;
const WAIT_SECONDS = 20;
const AFTER_ERROR_MS = 500;

/** The enabled mappings from queues that the templates declare. */
export function mappingsOf(resources: Resources): MappingDefinition[] {
  return resources
    .ofType('AWS::Lambda::EventSourceMapping', shape)
    .filter(({ properties }) => properties.Enabled)
    .map(({ properties }) => ({
      queueArn: properties.EventSourceArn,
      functionName: properties.FunctionName,
      batchSize: properties.BatchSize,
      partialFailures: properties.FunctionResponseTypes.length > 0,
      maxConcurrency: Math.min(properties.ScalingConfig?.MaximumConcurrency ?? CONCURRENCY_HERE, CONCURRENCY_HERE),
    }));
}

/** What a mapping works with. */
export interface MappingPorts {
  readonly queues: Pick<Queues, 'receive' | 'delete'>;
  readonly invoke: (event: object) => Promise<InvocationResult>;
}

/** A running mapping. */
export interface Mapping {
  /** Takes no more messages, and settles when the batches under way are done. */
  stop(): Promise<void>;
}

/** Feeds messages of a queue to a function. Failed messages wait for their visibility timeout; redrive is SQS's own. */
export function startMapping(definition: MappingDefinition, ports: MappingPorts): Mapping {
  const stopping = new AbortController();
  const pollers = Array.from({ length: definition.maxConcurrency }, () => poll(definition, ports, stopping.signal));
  return {
    stop: async () => {
      stopping.abort();
      await Promise.all(pollers);
    },
  };
}

async function poll(definition: MappingDefinition, ports: MappingPorts, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const done = await pollOnce(definition, ports, signal).catch((error: unknown) => {
      process.stderr.write(`${definition.functionName}: ${error instanceof Error ? error.message : String(error)}\n`);
      return false;
    });
    // A failing function is not called in a tight loop; a real mapping backs off too.
    if (!done) await delay(AFTER_ERROR_MS, undefined, { signal }).catch(() => {});
  }
}

async function pollOnce(definition: MappingDefinition, ports: MappingPorts, signal: AbortSignal): Promise<boolean> {
  const { queueArn, batchSize, partialFailures } = definition;
  const request = { queue: queueArn, maxMessages: batchSize, waitSeconds: WAIT_SECONDS };
  const batch = await ports.queues.receive(request, signal);
  if (batch.length === 0) return true;
  const result = await ports.invoke(toQueueEvent(batch, queueArn));
  const handles = doneOf(batch, result, partialFailures).map(({ ReceiptHandle }) => ReceiptHandle);
  if (handles.length > 0) ports.queues.delete(queueArn, handles);
  return result.kind === 'result';
}
