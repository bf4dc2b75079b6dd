import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import * as z from 'zod/mini';
import { Failure } from '../failure.ts';
import type { Surroundings } from '../terminal/surroundings.ts';

const Context = z.object({ url: z.string(), token: z.string() });
const Contexts = z.object({ current: z.nullable(z.string()), contexts: z.record(z.string(), Context) });

/** The routers that somebody signed in to, by name. All of it is secret. */
export type Contexts = z.infer<typeof Contexts>;

type Env = Surroundings['env'];

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

/** Writes them whole or not at all, readable by their owner only. */
export async function writeContexts(env: Env, contexts: Contexts): Promise<void> {
  const file = contextsFile(env);
  const draft = `${file}.${process.pid}`;
  try {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    await writeFile(draft, `${JSON.stringify(contexts, null, 2)}\n`, { mode: 0o600 });
    await rename(draft, file);
  } catch (error) {
    throw new Failure(`cannot write ${file}; check that the folder is yours`, undefined, { cause: error });
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
