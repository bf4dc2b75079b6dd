import { createArrivals } from './arrivals.ts';
import type { SqsContext } from './context.ts';
import { createFairTurns } from './fair-turns.ts';
import { createMoveTaskRunner } from './move-task-runner.ts';
import { createQueueAddresses } from './queue-address.ts';
import { createQueues } from './queues.ts';
import type { Queues } from './queues.ts';
import { handleRequest } from './router.ts';
import type { SqsAnswer } from './router.ts';
import { openDatabase } from './store/database.ts';
import { createMessageTable } from './store/message-table.ts';
import { createMoveTaskTable } from './store/move-task-table.ts';
import { createQueueTable } from './store/queue-table.ts';

/** How to open the engine. */
export interface SqsOptions {
  /** The database file; created if missing. Its folder must exist. */
  readonly file: string;
  /** Base of the queue URLs that clients get. It may differ between runs: any URL that ends in a queue's name works. */
  readonly baseUrl: string;
  /** Epoch milliseconds. @default Date.now */
  readonly now?: () => number;
  /** Most messages of one queue that may be with receivers at a time. @default 120000, as on AWS */
  readonly inFlightLimit?: number;
}

/** A running queue service. */
export interface Sqs {
  /**
   * Answers a request of the AWS JSON 1.0 protocol.
   * @param target the `X-Amz-Target` header, `AmazonSQS.<Action>`.
   * @param signal aborts when the client is gone; a long poll then ends and takes no message.
   */
  readonly handle: (target: string, body: string, signal?: AbortSignal) => Promise<SqsAnswer>;
  /** The same queues without HTTP. */
  readonly queues: Queues;
  /** Makes all in-flight messages visible, for a boot at which every receiver is dead; returns how many. */
  readonly releaseInFlight: () => number;
  /** Ends long polls with nothing, stops move tasks (they resume on the next open) and lets go of the file. */
  readonly close: () => void;
}

function createContext({
  file,
  baseUrl,
  now = Date.now,
  inFlightLimit = 120_000,
}: SqsOptions): Omit<SqsContext, 'runMoveTask'> {
  const database = openDatabase(file);
  return {
    database,
    queues: createQueueTable(database),
    messages: createMessageTable(database),
    moveTasks: createMoveTaskTable(database),
    addresses: createQueueAddresses(baseUrl),
    arrivals: createArrivals(now),
    turns: createFairTurns(),
    now,
    inFlightLimit,
  };
}

/**
 * Opens the queue service on a file, and holds that file for itself until it is closed.
 * @throws {SqsFileInUseError} when another process has the file.
 */
export function openSqs(options: SqsOptions): Sqs {
  const moving = createMoveTaskRunner(() => context);
  const context: SqsContext = { ...createContext(options), runMoveTask: moving.run };
  for (const task of context.moveTasks.running()) moving.run(task.id);

  return {
    handle: (target, body, signal) => handleRequest(context, { target, body, signal }),
    queues: createQueues(context),
    releaseInFlight: () => {
      const released = context.messages.release(context.now());
      for (const queue of context.queues.all()) context.arrivals.announceAll(queue.id);
      return released;
    },
    close: () => {
      moving.close();
      context.arrivals.close();
      context.database.close();
    },
  };
}
