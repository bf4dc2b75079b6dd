import { createHash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import * as z from 'zod';

const Row = z.object({ subject: z.string(), email: z.string(), digest: z.string() });

/** The people of a user pool. */
export class Accounts {
  readonly #db: DatabaseSync;

  /** Opens the file, or makes it. */
  constructor(file: string) {
    this.#db = new DatabaseSync(file);
    this.#db.exec(`
      PRAGMA journal_mode = WAL;
      CREATE TABLE IF NOT EXISTS accounts (email TEXT PRIMARY KEY COLLATE NOCASE, subject TEXT UNIQUE, digest TEXT NOT NULL);
    `);
  }

  /** Adds somebody with a first password; `undefined`: there is an account already. */
  create(email: string): string | undefined {
    const password = randomBytes(12).toString('base64url');
    const insert = 'INSERT INTO accounts VALUES (?, ?, ?) ON CONFLICT DO NOTHING';
    const { changes } = this.#db.prepare(insert).run(email, randomUUID(), digestOf(password).toString('hex'));
    return changes === 0 ? undefined : password;
  }

  /** The subject of the person with this address and password. */
  check(email: string, password: string): string | undefined {
    const account = this.#find('email', email);
    if (account === undefined) return undefined;
    return timingSafeEqual(digestOf(password), Buffer.from(account.digest, 'hex')) ? account.subject : undefined;
  }

  /** The address of a subject. */
  emailOf(subject: string): string | undefined {
    return this.#find('subject', subject)?.email;
  }

  close(): void {
    this.#db.close();
  }

  #find(column: 'email' | 'subject', value: string): z.infer<typeof Row> | undefined {
    const row = this.#db.prepare(`SELECT * FROM accounts WHERE ${column} = ?`).get(value);
    return row === undefined ? undefined : Row.parse(row);
  }
}

/** Passwords are made here, of 96 random bits: nothing slower than a digest guards them better. */
const digestOf = (password: string): Buffer => createHash('sha256').update(password).digest();
