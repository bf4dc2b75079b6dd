import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import * as z from 'zod';

const Ids = z.record(z.string(), z.string());

/** What the recorder knows of the data: ids by name, and the secrets that are shown once. */
const Facts = z.object({
  channels: Ids,
  webhooks: Ids,
  messages: Ids,
  tokens: Ids,
  /** Path of a webhook's address. */
  endpoint: z.string(),
  pushPath: z.string(),
  apiKey: z.string(),
  invitation: z.string(),
});
export type Facts = z.infer<typeof Facts>;

const Recording = z.object({ facts: Facts, files: Ids });

/** Where the receivers of the recorded channels were. */
export const RECORDED_RECEIVER = 'http://127.0.0.1:39417';

const HOUR_MS = 60 * 60 * 1000;
const fixture = (version: string) => join(import.meta.dirname, `../fixtures/upgrade/${version}.json.br`);

/** Keeps a data folder of this version for the tests of all later ones. The runner must have ended. */
export async function keep(version: string, dataDir: string, facts: Facts): Promise<void> {
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  for (const path of paths.filter((name) => name.endsWith('.sqlite'))) {
    using database = new DatabaseSync(path);
    database.exec('PRAGMA wal_checkpoint(TRUNCATE); VACUUM');
  }
  const files: Record<string, string> = {};
  for (const path of paths) {
    const name = relative(dataDir, path);
    const isKept = !/^(?:cdk\.out|iam|logs|lock|runtime\.json)/.test(name) && !/-(?:shm|wal)$/.test(name);
    if (isKept) files[name] = await readFile(path, 'base64');
  }
  await writeFile(fixture(version), brotliCompressSync(JSON.stringify({ facts, files })));
}

/**
 * Lays a recorded data folder out, as if it had been written an hour ago: lifetimes are counted from there, or a
 * month later there would be nothing left to show.
 *
 * @param receiver takes the place of the recorded one, as `http://host:port`
 */
export async function layOut(version: string, receiver: string): Promise<{ dataDir: string; facts: Facts }> {
  const { facts, files } = Recording.parse(
    JSON.parse(brotliDecompressSync(await readFile(fixture(version))).toString()),
  );
  const dataDir = await mkdtemp(join(tmpdir(), 'router-upgrade-'));
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(dataDir, name)), { recursive: true });
    await writeFile(join(dataDir, name), Buffer.from(content, 'base64'), { mode: 0o600 });
  }
  renew(join(dataDir, 'dynamodb.sqlite'), receiver);
  return { dataDir, facts };
}

/** Removes what `layOut` laid out. */
export async function clear(dataDir: string): Promise<void> {
  await rm(dataDir, { recursive: true, force: true });
}

function renew(path: string, receiver: string): void {
  using database = new DatabaseSync(path);
  const tables = database.prepare(`SELECT name FROM pragma_table_list WHERE name LIKE 'NotificationRouter%'`).all();
  for (const { name } of tables) {
    const rows = database.prepare(`SELECT rowid, item_json AS item FROM "${String(name)}"`).all();
    const update = database.prepare(`UPDATE "${String(name)}" SET item_json = ? WHERE rowid = ?`);
    for (const { rowid, item } of rows) update.run(renewed(String(item), receiver), Number(rowid));
  }
}

/** One item in DynamoDB's JSON. `expiresAt` is in epoch seconds; retries go on as long as a message is young. */
function renewed(item: string, receiver: string): string {
  const later = String(Math.floor(Date.now() / 1000) + 30 * 24 * 60 * 60);
  const received = new Date(Date.now() - HOUR_MS).toISOString();
  return item
    .replaceAll(RECORDED_RECEIVER, receiver)
    .replaceAll(/("expiresAt":\{"N":")\d+/g, `$1${later}`)
    .replaceAll(/("receivedAt":\{"S":")[^"]+/g, `$1${received}`);
}
