import { setTimeout as delay } from 'node:timers/promises';
import type { InvocationResult } from '../lambda/protocol.ts';
import type { Queues } from '../sqs/queues.ts';
import { doneOf } from './batch-result.ts';
import type { QueueMapping } from './definitions.ts';
import { toQueueEvent } from './queue-event.ts';

const WAIT_SECONDS = 20;
const AFTER_ERROR_MS = 500;

/** What a mapping works with. */
export interface QueuePorts {
  readonly queues: Pick<Queues, 'receive' | 'delete'>;
  readonly invoke: (event: object) => Promise<InvocationResult>;
}

/** A running mapping. */
export interface MappingFeed {
  /** Takes nothing more, and settles when the batches under way are done. */
  stop(): Promise<void>;
}

/** Feeds messages of a queue to a function. Failed messages wait for their visibility timeout; redrive is SQS's own. */
export function feedFromQueue(definition: QueueMapping, ports: QueuePorts): MappingFeed {
  const stopping = new AbortController();
  const pollers = Array.from({ length: definition.maxConcurrency }, () => poll(definition, ports, stopping.signal));
  return {
    stop: async () => {
      stopping.abort();
      await Promise.all(pollers);
    },
  };
}

async function poll(definition: QueueMapping, ports: QueuePorts, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const done = await pollOnce(definition, ports, signal).catch((error: unknown) => {
      process.stderr.write(`${definition.functionName}: ${error instanceof Error ? error.message : String(error)}\n`);
      return false;
    });
    // A failing function is not called in a tight loop; a real mapping backs off too.
    if (!done) await delay(AFTER_ERROR_MS, undefined, { signal }).catch(() => {});
  }
}

async function pollOnce(definition: QueueMapping, ports: QueuePorts, signal: AbortSignal): Promise<boolean> {
  const { queueArn, batchSize, partialFailures } = definition;
  const request = { queue: queueArn, maxMessages: batchSize, waitSeconds: WAIT_SECONDS };
  const batch = await ports.queues.receive(request, signal);
  if (batch.length === 0) return true;
  const result = await ports.invoke(toQueueEvent(batch, queueArn));
  const handles = doneOf(batch, result, partialFailures).map(({ ReceiptHandle }) => ReceiptHandle);
  if (handles.length > 0) ports.queues.delete(queueArn, handles);
  return result.kind === 'result';
}
