import { DatabaseSync } from 'node:sqlite';

/** What a position is one of. */
interface PositionPlace {
  /** Where the templates declare the mapping. */
  readonly mapping: string;
  /** ARN: a stream that is switched on anew begins anew. */
  readonly stream: string;
  readonly shard: string;
}

/** How far mappings came in the shards of streams: Lambda remembers it whatever becomes of the functions. */
export interface StreamPositions {
  /** Undefined: nothing was done yet. */
  read(place: PositionPlace): string | undefined;
  keep(place: PositionPlace, sequence: string): void;
  close(): void;
}

/** Opens the positions in a file, which is made when it is not there. The newest may be lost: records come at least once. */
export function openStreamPositions(file: string): StreamPositions {
  const database = new DatabaseSync(file);
  database.exec(`
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = OFF;
    CREATE TABLE IF NOT EXISTS positions (
      mapping TEXT NOT NULL,
      stream TEXT NOT NULL,
      shard TEXT NOT NULL,
      sequence TEXT NOT NULL,
      PRIMARY KEY (mapping, stream, shard)
    ) STRICT`);
  const select = database.prepare('SELECT sequence FROM positions WHERE mapping = ? AND stream = ? AND shard = ?');
  const insert = database.prepare('INSERT OR REPLACE INTO positions VALUES (?, ?, ?, ?)');
  return {
    read({ mapping, stream, shard }) {
      const row = select.get(mapping, stream, shard);
      return row === undefined ? undefined : String(row['sequence']);
    },
    keep({ mapping, stream, shard }, sequence) {
      insert.run(mapping, stream, shard, sequence);
    },
    close: () => database.close(),
  };
}
