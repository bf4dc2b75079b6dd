import type { DatabaseSync } from 'node:sqlite';
import * as z from 'zod';

const QueueRow = z
  .object({
    id: z.number(),
    name: z.string(),
    attributes: z.string(),
    created_at: z.number(),
    modified_at: z.number(),
  })
  .transform((row) => ({
    id: row.id,
    name: row.name,
    attributes: z.record(z.string(), z.string()).parse(JSON.parse(row.attributes)),
    createdAt: row.created_at,
    modifiedAt: row.modified_at,
  }));

/** A queue as stored: only the attributes somebody set, times in epoch milliseconds. */
export type StoredQueue = z.output<typeof QueueRow>;

/** The queues, kept in memory as well: every call reads one, and no other process writes the file. */
export interface QueueTable {
  readonly all: () => readonly StoredQueue[];
  readonly byName: (name: string) => StoredQueue | undefined;
  readonly byId: (id: number) => StoredQueue | undefined;
  readonly insert: (queue: { name: string; attributes: Record<string, string>; now: number }) => StoredQueue;
  readonly setAttributes: (id: number, attributes: Record<string, string>, now: number) => void;
  /** Also deletes its messages and move tasks. */
  readonly remove: (id: number) => void;
}

/** @param database an open queue database, see `openDatabase`. */
export function createQueueTable(database: DatabaseSync): QueueTable {
  const insert = database.prepare(
    'INSERT INTO queues (name, attributes, created_at, modified_at) VALUES (:name, :attributes, :now, :now) RETURNING *',
  );
  const update = database.prepare(
    'UPDATE queues SET attributes = :attributes, modified_at = :now WHERE id = :id RETURNING *',
  );
  const remove = database.prepare('DELETE FROM queues WHERE id = ?');
  const rows = database.prepare('SELECT * FROM queues').all();
  const queues = new Map(rows.map((row) => QueueRow.parse(row)).map((queue) => [queue.id, queue]));
  const keep = (row: unknown): StoredQueue => {
    const queue = QueueRow.parse(row);
    queues.set(queue.id, queue);
    return queue;
  };

  return {
    all: () => [...queues.values()],
    byName: (name) => queues.values().find((queue) => queue.name === name),
    byId: (id) => queues.get(id),
    insert: ({ name, attributes, now }) => keep(insert.get({ name, attributes: JSON.stringify(attributes), now })),
    setAttributes: (id, attributes, now) => {
      keep(update.get({ id, attributes: JSON.stringify(attributes), now }));
    },
    remove: (id) => {
      remove.run(id);
      queues.delete(id);
    },
  };
}
