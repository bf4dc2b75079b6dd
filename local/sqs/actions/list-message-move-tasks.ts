import * as z from 'zod';
import type { SqsContext } from '../context.ts';
import { checkRange } from '../errors.ts';
import { formatTaskHandle, requireArn } from '../move-task-handle.ts';
import type { MoveTask } from '../store/move-task-table.ts';

export const ListMessageMoveTasksInput = z.object({ SourceArn: z.string(), MaxResults: z.number().optional() });

function describeTask({ addresses }: SqsContext, sourceArn: string, task: MoveTask) {
  return {
    // Only a running task can be cancelled, so only it has a handle.
    ...(task.status === 'RUNNING' && { TaskHandle: formatTaskHandle({ taskId: task.id, sourceArn }) }),
    Status: task.status,
    SourceArn: sourceArn,
    ...(task.destination !== null && { DestinationArn: addresses.arn(task.destination) }),
    ...(task.rate !== null && { MaxNumberOfMessagesPerSecond: task.rate }),
    ApproximateNumberOfMessagesMoved: task.moved,
    ApproximateNumberOfMessagesToMove: task.toMove,
    ...(task.failureReason !== null && { FailureReason: task.failureReason }),
    StartedTimestamp: task.startedAt,
  };
}

/** Lists the newest move tasks of a dead letter queue: one, or up to ten. */
export function listMessageMoveTasks(
  input: z.infer<typeof ListMessageMoveTasksInput>,
  context: SqsContext,
): { Results: ReturnType<typeof describeTask>[] } {
  checkRange('MaxResults', input.MaxResults, { min: 1, max: 10 });
  const source = requireArn(context, 'SourceArn', input.SourceArn);
  const tasks = context.moveTasks.ofQueue(source.id, input.MaxResults ?? 1);
  return { Results: tasks.map((task) => describeTask(context, input.SourceArn, task)) };
}
