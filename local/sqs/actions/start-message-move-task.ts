import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { SqsContext } from '../context.ts';
import { checkRange, SqsError } from '../errors.ts';
import { MAX_MESSAGES_PER_SECOND } from '../move-task-runner.ts';
import { formatTaskHandle, requireArn } from '../move-task-handle.ts';
import { redrivePolicyOf } from '../queue-attributes.ts';
import type { StoredQueue } from '../store/queue-table.ts';

export const StartMessageMoveTaskInput = z.object({
  SourceArn: z.string(),
  DestinationArn: z.string().optional(),
  MaxNumberOfMessagesPerSecond: z.number().optional(),
});
type Input = z.infer<typeof StartMessageMoveTaskInput>;

function isDeadLetterQueue({ queues, addresses }: SqsContext, queue: StoredQueue): boolean {
  return queues.all().some((other) => {
    const policy = redrivePolicyOf(other);
    return policy !== undefined && addresses.nameOf(policy.deadLetterTargetArn) === queue.name;
  });
}

function checkStart(context: SqsContext, input: Input, source: StoredQueue): void {
  checkRange('MaxNumberOfMessagesPerSecond', input.MaxNumberOfMessagesPerSecond, {
    min: 1,
    max: MAX_MESSAGES_PER_SECOND,
  });
  if (input.DestinationArn === input.SourceArn) {
    throw new SqsError('InvalidParameterValue', 'Source queue arn and destination queue arn cannot be the same.');
  }
  if (!isDeadLetterQueue(context, source)) {
    throw new SqsError('InvalidParameterValue', 'Source queue must be configured as a Dead Letter Queue.');
  }
  if (context.moveTasks.running().some((task) => task.sourceQueueId === source.id)) {
    throw new SqsError(
      'InvalidParameterValue',
      'There is already a task running. Only one active task is allowed for a source queue arn at a given time.',
    );
  }
}

/**
 * Starts moving a dead letter queue's messages to `DestinationArn`, or each to where it came from.
 * @throws {SqsError} `ResourceNotFoundException` for an unknown queue, `InvalidParameterValue`.
 */
export function startMessageMoveTask(input: Input, context: SqsContext): { TaskHandle: string } {
  const source = requireArn(context, 'SourceArn', input.SourceArn);
  const destination = input.DestinationArn && requireArn(context, 'DestinationArn', input.DestinationArn);
  checkStart(context, input, source);
  const id = randomUUID();
  context.moveTasks.insert({
    id,
    sourceQueueId: source.id,
    destination: destination ? destination.name : null,
    rate: input.MaxNumberOfMessagesPerSecond ?? null,
    toMove: context.messages.counts(source.id, context.now()).visible,
    startedAt: context.now(),
  });
  context.runMoveTask(id);
  return { TaskHandle: formatTaskHandle({ taskId: id, sourceArn: input.SourceArn }) };
}
