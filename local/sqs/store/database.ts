import { DatabaseSync } from 'node:sqlite';

const schema = `
  CREATE TABLE IF NOT EXISTS queues (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL UNIQUE,
    attributes TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    modified_at INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS messages (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
    queue_id INTEGER NOT NULL REFERENCES queues (id) ON DELETE CASCADE,
    group_id TEXT NOT NULL,
    message_id TEXT NOT NULL,
    body TEXT NOT NULL,
    attributes TEXT,
    trace_header TEXT,
    dead_letter_source TEXT,
    sent_at INTEGER NOT NULL,
    visible_at INTEGER NOT NULL,
    in_flight INTEGER NOT NULL DEFAULT 0,
    receive_count INTEGER NOT NULL DEFAULT 0,
    first_received_at INTEGER
  ) STRICT;
  CREATE INDEX IF NOT EXISTS messages_by_group ON messages (queue_id, group_id, visible_at);
  CREATE INDEX IF NOT EXISTS messages_in_flight ON messages (queue_id, group_id, visible_at) WHERE in_flight = 1;
  CREATE TABLE IF NOT EXISTS move_tasks (
    id TEXT PRIMARY KEY,
    source_queue_id INTEGER NOT NULL REFERENCES queues (id) ON DELETE CASCADE,
    destination TEXT,
    rate INTEGER,
    status TEXT NOT NULL,
    failure_reason TEXT,
    to_move INTEGER NOT NULL,
    moved INTEGER NOT NULL DEFAULT 0,
    started_at INTEGER NOT NULL
  ) STRICT;
`;

const SQLITE_BUSY = 5;

/** Another process (or another engine in this one) has the database file open. */
export class SqsFileInUseError extends Error {
  override readonly name = 'SqsFileInUseError';
  readonly file: string;

  constructor(file: string, cause: unknown) {
    super(`The queue file ${file} is in use by another process; stop it, or choose another DATA_DIR`, { cause });
    this.file = file;
  }
}

/**
 * Opens (or creates) the queue database and holds its lock until it is closed or the process dies.
 *
 * WAL with `synchronous = NORMAL`: a committed write is in the operating system's hands, so killing the process loses
 * nothing; a power cut may lose the newest commits but never corrupts the file.
 * @throws {SqsFileInUseError} when somebody else holds the lock.
 */
export function openDatabase(file: string): DatabaseSync {
  const database = new DatabaseSync(file);
  try {
    // EXCLUSIVE before WAL: the lock is then kept for good, and no shared-memory file is needed.
    database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;');
    database.exec(`BEGIN EXCLUSIVE; ${schema} COMMIT;`);
    return database;
  } catch (error) {
    database.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) {
      throw new SqsFileInUseError(file, error);
    }
    throw error;
  }
}

/** Runs `work` in one transaction: all of it is kept, or, when it throws, none. */
export function inTransaction<T>(database: DatabaseSync, work: () => T): T {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    database.exec('ROLLBACK');
    throw error;
  }
}
