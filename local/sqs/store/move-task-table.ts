import type { DatabaseSync } from 'node:sqlite';
import * as z from 'zod';

const MoveTaskRow = z
  .object({
    id: z.string(),
    source_queue_id: z.number(),
    destination: z.string().nullable(),
    rate: z.number().nullable(),
    status: z.enum(['RUNNING', 'COMPLETED', 'CANCELLED', 'FAILED']),
    failure_reason: z.string().nullable(),
    to_move: z.number(),
    moved: z.number(),
    started_at: z.number(),
  })
  .transform((row) => ({
    id: row.id,
    sourceQueueId: row.source_queue_id,
    /** Name of the queue to move to; null: to where each message came from. */
    destination: row.destination,
    /** Messages a second; null: as fast as it goes. */
    rate: row.rate,
    status: row.status,
    failureReason: row.failure_reason,
    /** How many messages could be moved when the task started. */
    toMove: row.to_move,
    moved: row.moved,
    startedAt: row.started_at,
  }));

/** A message move task as stored, times in epoch milliseconds. */
export type MoveTask = z.output<typeof MoveTaskRow>;

/** Where a task stands after a step. */
type MoveTaskProgress = Pick<MoveTask, 'status' | 'failureReason' | 'moved'>;

/** Message move tasks, running and past. */
export interface MoveTaskTable {
  insert(task: Omit<MoveTask, 'status' | 'failureReason' | 'moved'>): void;
  setProgress(id: string, progress: MoveTaskProgress): void;
  get(id: string): MoveTask | undefined;
  /** The newest first. */
  ofQueue(sourceQueueId: number, limit: number): MoveTask[];
  running(): MoveTask[];
}

/** @param database an open queue database, see `openDatabase`. */
export function createMoveTaskTable(database: DatabaseSync): MoveTaskTable {
  const inserting = database.prepare(
    `INSERT INTO move_tasks (id, source_queue_id, destination, rate, status, to_move, started_at)
       VALUES (:id, :sourceQueueId, :destination, :rate, 'RUNNING', :toMove, :startedAt)`,
  );
  const update = database.prepare(
    'UPDATE move_tasks SET status = :status, failure_reason = :failureReason, moved = :moved WHERE id = :id',
  );
  const getting = database.prepare('SELECT * FROM move_tasks WHERE id = ?');
  const newest = database.prepare(
    'SELECT * FROM move_tasks WHERE source_queue_id = ? ORDER BY started_at DESC, rowid DESC LIMIT ?',
  );
  const allRunning = database.prepare("SELECT * FROM move_tasks WHERE status = 'RUNNING'");

  return {
    insert(task) {
      inserting.run(task);
    },

    setProgress(id, { status, failureReason, moved }) {
      update.run({ id, status, failureReason, moved });
    },

    get(id) {
      const row = getting.get(id);
      return row && MoveTaskRow.parse(row);
    },

    ofQueue(sourceQueueId, limit) {
      return newest.all(sourceQueueId, limit).map((row) => MoveTaskRow.parse(row));
    },

    running() {
      return allRunning.all().map((row) => MoveTaskRow.parse(row));
    },
  };
}
