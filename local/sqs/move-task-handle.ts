import * as z from 'zod';
import type { SqsContext } from './context.ts';
import { SqsError } from './errors.ts';
import type { StoredQueue } from './store/queue-table.ts';

const TaskHandle = z.object({ taskId: z.string(), sourceArn: z.string() });

/** What the handle of a move task stands for. */
export type TaskHandle = z.infer<typeof TaskHandle>;

/** Writes a task handle as the text that clients hand back. */
export function formatTaskHandle(handle: TaskHandle): string {
  return Buffer.from(JSON.stringify(handle)).toString('base64');
}

/** @throws {SqsError} `InvalidParameterValue` if the text was never a task handle. */
export function parseTaskHandle(text: string): TaskHandle {
  try {
    return TaskHandle.parse(JSON.parse(Buffer.from(text, 'base64').toString()));
  } catch {
    throw new SqsError('InvalidParameterValue', 'Value for parameter TaskHandle is invalid.');
  }
}

/**
 * The queue an ARN names.
 * @throws {SqsError} `ResourceNotFoundException`.
 */
export function requireArn({ queues, addresses }: SqsContext, parameter: string, arn: string): StoredQueue {
  const queue = queues.byName(addresses.nameOf(arn));
  if (queue !== undefined && addresses.arn(queue.name) === arn) return queue;
  throw new SqsError(
    'ResourceNotFoundException',
    `The resource that you specified for the ${parameter} parameter doesn't exist.`,
  );
}
