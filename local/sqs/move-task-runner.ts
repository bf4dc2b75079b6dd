import { randomUUID } from 'node:crypto';
import type { SqsContext } from './context.ts';
import { inTransaction } from './store/database.ts';
import type { StoredMessage } from './store/message-table.ts';
import type { MoveTask } from './store/move-task-table.ts';

/** Messages moved in one step, which is also the highest rate a task may ask for. */
export const MAX_MESSAGES_PER_SECOND = 500;

/** Moves the messages of running tasks, step by step; its state is in the database, so a restart resumes it. */
export interface MoveTaskRunner {
  readonly run: (id: string) => void;
  readonly close: () => void;
}

/** Where the message goes back to, or why that is not known. */
function destinationOf(
  { queues, addresses }: SqsContext,
  task: MoveTask,
  message: StoredMessage,
): { readonly queueId: number } | { readonly failureReason: string } {
  const name = task.destination ?? message.deadLetterSource;
  if (name === null) return { failureReason: 'CouldNotDetermineMessageSource' };
  const queue = queues.byName(addresses.nameOf(name));
  return queue ? { queueId: queue.id } : { failureReason: 'AWS.SimpleQueueService.NonExistentQueue' };
}

/** A moved message is a new one: new id, sent now, never received. */
function moveMessage(context: SqsContext, message: StoredMessage, queueId: number): void {
  const { groupId, body, attributes, traceHeader } = message;
  const now = context.now();
  const messageId = randomUUID();
  context.messages.insert({ queueId, groupId, messageId, body, attributes, traceHeader, sentAt: now, visibleAt: now });
  context.messages.remove(message.sequence);
  context.arrivals.announce(queueId, now);
}

/** Moves the next messages of the task; says whether there may be more. */
function step(context: SqsContext, task: MoveTask): boolean {
  const limit = task.rate ?? MAX_MESSAGES_PER_SECOND;
  const sequences = context.messages.visible({ queueId: task.sourceQueueId, now: context.now(), limit });
  let { moved } = task;
  for (const sequence of sequences) {
    const message = context.messages.get(sequence);
    if (message === undefined) continue;
    const destination = destinationOf(context, task, message);
    if ('failureReason' in destination) {
      context.moveTasks.setProgress(task.id, { status: 'FAILED', moved, failureReason: destination.failureReason });
      return false;
    }
    moveMessage(context, message, destination.queueId);
    moved += 1;
  }
  const more = sequences.length === limit;
  context.moveTasks.setProgress(task.id, { status: more ? 'RUNNING' : 'COMPLETED', moved, failureReason: null });
  return more;
}

/** @param context gives the engine's context; called on each step, so the context may be completed after this call. */
export function createMoveTaskRunner(context: () => SqsContext): MoveTaskRunner {
  const timers = new Set<NodeJS.Timeout>();
  const run = (id: string): void => {
    const task = context().moveTasks.get(id);
    // Cancelled, or its queue deleted, since the last step.
    if (task?.status !== 'RUNNING') return;
    const more = inTransaction(context().database, () => step(context(), task));
    if (more) later(id, task.rate === null ? 0 : 1000);
  };
  const later = (id: string, delayMs: number): void => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      run(id);
    }, delayMs);
    timers.add(timer);
  };
  return {
    run: (id) => later(id, 0),
    close: () => {
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
    },
  };
}
