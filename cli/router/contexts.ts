import { mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod/mini';
import { Failure } from '../failure.ts';
import type { Surroundings } from '../terminal/surroundings.ts';

const Session = z.object({
  issuer: z.string(),
  clientId: z.string(),
  email: z.string(),
  /** The one that the person signed in for; they may belong to several. */
  organizationId: z.string(),
  /** Works once where the issuer rotates it. Not every issuer gives one. */
  refreshToken: z.optional(z.string()),
  /** Epoch milliseconds: when the token ends. */
  expiresAt: z.number(),
});

/** What keeps a person signed in. Their access token is the `token` of the context. */
export type Session = z.infer<typeof Session>;

const Context = z.object({ url: z.string(), token: z.string(), session: z.optional(Session) });
const Contexts = z.object({ current: z.nullable(z.string()), contexts: z.record(z.string(), Context) });

/** A router that somebody signed in to, with a management token or as a person. */
export type Context = z.infer<typeof Context>;

/** The routers that somebody signed in to, by name. All of it is secret. */
export type Contexts = z.infer<typeof Contexts>;

type Env = Surroundings['env'];

/** Longer than renewing a session takes at the slowest issuer: whoever holds the lock for so long was killed. */
const STALE_LOCK_MS = 60_000;
const LOOK_AGAIN_MS = 50;

/** Where they are kept: `$XDG_CONFIG_HOME/notify/contexts.json`, or below `~/.config`. */
export function contextsFile(env: Env): string {
  return join(env['XDG_CONFIG_HOME'] || join(homedir(), '.config'), 'notify', 'contexts.json');
}

/** @throws Failure when the file is there and is not what this command wrote */
export async function readContexts(env: Env): Promise<Contexts> {
  const file = contextsFile(env);
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw new Failure(`cannot read ${file} (${error.code}); give yourself access to it`);
  });
  if (text === undefined) return { current: null, contexts: {} };
  const parsed = Contexts.safeParse(parseJson(text));
  if (!parsed.success) throw new Failure(`${file} is damaged; delete it and run "notify login" again`);
  return parsed.data;
}

/**
 * Changes them while no other process does. They are written whole or not at all, readable by their owner only.
 *
 * @returns what was written
 * @throws Failure when they cannot be written
 */
export async function changeContexts(env: Env, change: (stored: Contexts) => Contexts | Promise<Contexts>) {
  const file = contextsFile(env);
  const unlock = await locked(file).catch((error: unknown) => cannotWrite(file, error));
  try {
    const changed = await change(await readContexts(env));
    await replace(file, changed).catch((error: unknown) => cannotWrite(file, error));
    return changed;
  } finally {
    await unlock();
  }
}

async function replace(file: string, contexts: Contexts): Promise<void> {
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, `${JSON.stringify(contexts, null, 2)}\n`, { mode: 0o600 });
  await rename(draft, file);
}

function cannotWrite(file: string, cause: unknown): never {
  throw new Failure(`cannot write ${file}; check that the folder is yours`, undefined, { cause });
}

/** Waits for other processes. Gives what ends the lock. */
async function locked(file: string): Promise<() => Promise<void>> {
  const lock = `${file}.lock`;
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  while (!(await isTaken(lock))) await wait(LOOK_AGAIN_MS);
  return async () => rm(lock, { force: true });
}

async function isTaken(lock: string): Promise<boolean> {
  try {
    const handle = await open(lock, 'wx', 0o600);
    await handle.close();
    return true;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  const since = await stat(lock).then(
    ({ mtimeMs }) => mtimeMs,
    () => Date.now(),
  );
  if (Date.now() - since > STALE_LOCK_MS) await rm(lock, { force: true });
  return false;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
