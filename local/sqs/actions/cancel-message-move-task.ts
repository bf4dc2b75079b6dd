import * as z from 'zod';
import type { SqsContext } from '../context.ts';
import { SqsError } from '../errors.ts';
import { parseTaskHandle } from '../move-task-handle.ts';

export const CancelMessageMoveTaskInput = z.object({ TaskHandle: z.string() });

/**
 * Stops a running move task; what it has moved stays moved.
 * @throws {SqsError} `ResourceNotFoundException` when there is no such task, `UnsupportedOperation` when it has ended.
 */
export function cancelMessageMoveTask(
  input: z.infer<typeof CancelMessageMoveTaskInput>,
  context: SqsContext,
): { ApproximateNumberOfMessagesMoved: number } {
  const task = context.moveTasks.get(parseTaskHandle(input.TaskHandle).taskId);
  if (task === undefined) throw new SqsError('ResourceNotFoundException', 'Task does not exist.');
  if (task.status !== 'RUNNING') {
    throw new SqsError('UnsupportedOperation', 'Only active tasks can be cancelled.');
  }
  context.moveTasks.setProgress(task.id, { status: 'CANCELLED', moved: task.moved, failureReason: null });
  return { ApproximateNumberOfMessagesMoved: task.moved };
}
