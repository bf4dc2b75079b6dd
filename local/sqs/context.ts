import type { DatabaseSync } from 'node:sqlite';
import type { Arrivals } from './arrivals.ts';
import { SqsError } from './errors.ts';
import type { FairTurns } from './fair-turns.ts';
import type { QueueAddresses } from './queue-address.ts';
import type { MessageTable } from './store/message-table.ts';
import type { MoveTaskTable } from './store/move-task-table.ts';
import type { QueueTable, StoredQueue } from './store/queue-table.ts';

/** What every action works with. */
export interface SqsContext {
  readonly database: DatabaseSync;
  readonly queues: QueueTable;
  readonly messages: MessageTable;
  readonly moveTasks: MoveTaskTable;
  readonly addresses: QueueAddresses;
  readonly arrivals: Arrivals;
  readonly turns: FairTurns;
  /** Starts the work of a move task that is stored as running. */
  readonly runMoveTask: (id: string) => void;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Most messages of one queue that may be with receivers at a time. */
  readonly inFlightLimit: number;
}

/**
 * The queue a client means.
 * @param address a queue URL, ARN or name.
 * @throws {SqsError} `QueueDoesNotExist`.
 */
export function requireQueue({ queues, addresses }: SqsContext, address: string): StoredQueue {
  const queue = queues.byName(addresses.nameOf(address));
  if (queue === undefined) throw new SqsError('QueueDoesNotExist', 'The specified queue does not exist.');
  return queue;
}

/** Whether the ARN names one of our queues. */
export function queueExists({ queues, addresses }: SqsContext) {
  return (arn: string): boolean => queues.byName(addresses.nameOf(arn)) !== undefined;
}
