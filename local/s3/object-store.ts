import { createHash } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import * as z from 'zod';

/** What S3 keeps of an object besides its bytes. */
export interface ObjectHead {
  readonly key: string;
  /** Quoted hex MD5, as S3 gives it for objects stored in one piece. */
  readonly etag: string;
  readonly size: number;
  /** Epoch milliseconds. */
  readonly modifiedAt: number;
  /** `content-type`, `cache-control` and the like, and `x-amz-meta-*`. */
  readonly headers: Readonly<Record<string, string>>;
}

export interface StoredObject {
  readonly head: ObjectHead;
  readonly body: Uint8Array;
}

const Row = z.object({
  key: z.string(),
  etag: z.string(),
  size: z.number(),
  modifiedAt: z.number(),
  headers: z.string(),
});
const Headers = z.record(z.string(), z.string());
const HEAD = 'key, etag, length(body) AS size, modifiedAt, headers';

/** Which objects to list: a page of keys in UTF-8 order. */
export interface Listing {
  readonly bucket: string;
  readonly prefix: string;
  /** Keys up to and including this one are left out. */
  readonly after: string;
  readonly limit: number;
}

/** Buckets and objects in one SQLite file: an object is stored whole or not at all, and survives `kill -9`. */
export class ObjectStore {
  readonly #database: DatabaseSync;

  constructor(file: string) {
    this.#database = new DatabaseSync(file);
    this.#database.exec(`
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = NORMAL;
      CREATE TABLE IF NOT EXISTS buckets (name TEXT PRIMARY KEY) WITHOUT ROWID;
      CREATE TABLE IF NOT EXISTS objects (
        bucket TEXT NOT NULL, key TEXT NOT NULL, etag TEXT NOT NULL, modifiedAt INTEGER NOT NULL,
        headers TEXT NOT NULL, body BLOB NOT NULL, PRIMARY KEY (bucket, key)
      );
    `);
  }

  /** Creates the bucket unless it exists. */
  createBucket(name: string): void {
    this.#database.prepare('INSERT OR IGNORE INTO buckets (name) VALUES (?)').run(name);
  }

  hasBucket(name: string): boolean {
    return this.#database.prepare('SELECT 1 FROM buckets WHERE name = ?').get(name) !== undefined;
  }

  /** Stores an object over whatever was there, and returns its ETag. */
  put(bucket: string, object: { key: string; body: Uint8Array; headers: Readonly<Record<string, string>> }): string {
    const etag = `"${createHash('md5').update(object.body).digest('hex')}"`;
    this.#database
      .prepare(
        'INSERT OR REPLACE INTO objects (bucket, key, etag, modifiedAt, headers, body) VALUES (?, ?, ?, ?, ?, ?)',
      )
      .run(bucket, object.key, etag, Date.now(), JSON.stringify(object.headers), object.body);
    return etag;
  }

  head(bucket: string, key: string): ObjectHead | undefined {
    const row = this.#database.prepare(`SELECT ${HEAD} FROM objects WHERE bucket = ? AND key = ?`).get(bucket, key);
    return row === undefined ? undefined : toHead(row);
  }

  get(bucket: string, key: string): StoredObject | undefined {
    const head = this.head(bucket, key);
    const row = this.#database.prepare('SELECT body FROM objects WHERE bucket = ? AND key = ?').get(bucket, key);
    const body = row?.['body'];
    return head === undefined || !(body instanceof Uint8Array) ? undefined : { head, body };
  }

  delete(bucket: string, key: string): void {
    this.#database.prepare('DELETE FROM objects WHERE bucket = ? AND key = ?').run(bucket, key);
  }

  list({ bucket, prefix, after, limit }: Listing): ObjectHead[] {
    return this.#database
      .prepare(
        `SELECT ${HEAD} FROM objects WHERE bucket = ? AND key > ? AND substr(key, 1, length(?)) = ? ORDER BY key LIMIT ?`,
      )
      .all(bucket, after, prefix, prefix, limit)
      .map(toHead);
  }

  close(): void {
    this.#database.close();
  }
}

function toHead(row: unknown): ObjectHead {
  const { headers, ...head } = Row.parse(row);
  return { ...head, headers: Headers.parse(JSON.parse(headers)) };
}
