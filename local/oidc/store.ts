import { DatabaseSync } from 'node:sqlite';
import type { Adapter, AdapterPayload } from 'oidc-provider';
import * as z from 'zod';

const Row = z.object({ payload: z.string() });
const Payload = z.looseObject({});

/** What the issuer remembers across restarts: sessions, codes and refresh tokens. */
export class IssuerStore {
  readonly #db: DatabaseSync;

  /** Opens the file, or makes it. */
  constructor(file: string) {
    this.#db = new DatabaseSync(file);
    this.#db.exec(`
      PRAGMA journal_mode = WAL;
      CREATE TABLE IF NOT EXISTS items (
        model TEXT, id TEXT, uid TEXT, grant_id TEXT, payload TEXT NOT NULL, expires_at INTEGER, PRIMARY KEY (model, id)
      );
      CREATE INDEX IF NOT EXISTS items_by_uid ON items (model, uid);
      CREATE INDEX IF NOT EXISTS items_by_grant ON items (grant_id);
    `);
    this.#db.prepare('DELETE FROM items WHERE expires_at < ?').run(seconds());
  }

  /** The items of one model of the provider. */
  adapter(model: string): Adapter {
    const find = (column: 'id' | 'uid', value: string): AdapterPayload | undefined => {
      const select = `SELECT payload FROM items WHERE model = ? AND ${column} = ? AND (expires_at IS NULL OR expires_at > ?)`;
      const row = this.#db.prepare(select).get(model, value, seconds());
      return row === undefined ? undefined : Payload.parse(JSON.parse(Row.parse(row).payload));
    };
    return {
      upsert: async (id, payload, expiresIn) => {
        const expiresAt = typeof expiresIn === 'number' ? seconds() + expiresIn : null;
        this.#db
          .prepare('INSERT OR REPLACE INTO items VALUES (?, ?, ?, ?, ?, ?)')
          .run(model, id, payload.uid ?? null, payload.grantId ?? null, JSON.stringify(payload), expiresAt);
      },
      find: async (id) => find('id', id),
      findByUid: async (uid) => find('uid', uid),
      findByUserCode: async () => undefined,
      consume: async (id) => {
        this.#db
          .prepare(`UPDATE items SET payload = json_set(payload, '$.consumed', ?) WHERE model = ? AND id = ?`)
          .run(seconds(), model, id);
      },
      destroy: async (id) => void this.#db.prepare('DELETE FROM items WHERE model = ? AND id = ?').run(model, id),
      revokeByGrantId: async (grantId) => void this.#db.prepare('DELETE FROM items WHERE grant_id = ?').run(grantId),
    };
  }

  close(): void {
    this.#db.close();
  }
}

const seconds = (): number => Math.floor(Date.now() / 1000);
