import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Credentials } from '../../local/first-start/credentials.ts';
import { keepDecisions } from '../iam/decisions.ts';
import { seedAssembly } from './assemblies.ts';
import { SeenSecrets } from './seen-secrets.ts';

const ROOT = join(import.meta.dirname, '../..');
const CACHE = join(ROOT, 'node_modules/.cache/notification-router');
/** Below the time limits of tests, so that the test says what the stack printed; longer where nothing is synthesized yet. */
const READY_WITHIN_MS = { seeded: 45_000, synthesizing: 150_000 };

const temporary = new Set<string>();

/** A real `npm start`, without npm. */
export interface Stack {
  readonly baseUrl: string;
  readonly credentials: Credentials;
  /** `http://127.0.0.1:<port>` of the one endpoint for AWS calls. */
  readonly door: string;
  readonly tables: readonly string[];
  readonly queues: readonly string[];
  readonly buckets: readonly string[];
  readonly dataDir: string;
  readonly pid: number;
  /** What it has printed so far, on both streams. */
  readonly output: () => string;
  /** What no log of this stack may hold: whoever talks to it adds what it sees. */
  readonly secrets: SeenSecrets;
  /**
   * TERM, as Ctrl-C does; gives the exit code. Removes the folder if it is a temporary one.
   *
   * @throws when any secret that was seen stands in any log.
   */
  stop(): Promise<number | null>;
  /** Kills the runner alone, at once. The folder stays. */
  kill9(): Promise<void>;
}

/**
 * Starts the stack as a process of its own and waits until it is ready.
 *
 * @param settings environment variables; the port is any free one by default.
 * @param place an existing folder, to start again on, by default a new temporary one; and a CDK app, by default ours.
 */
export async function startStack(
  settings: Readonly<Record<string, string>> = {},
  place: { readonly dataDir?: string; readonly appFile?: string } = {},
): Promise<Stack> {
  const { appFile } = place;
  const dataDir = place.dataDir ?? (await mkdtemp(join(tmpdir(), 'router-')));
  if (place.dataDir === undefined) temporary.add(dataDir);
  if (appFile === undefined) await seedAssembly(dataDir, settings);
  const child = spawn(process.execPath, ['bin/local.ts'], {
    cwd: ROOT,
    env: {
      ...surroundings(),
      PORT: '0',
      ...settings,
      DATA_DIR: dataDir,
      ...(appFile === undefined ? {} : { CDK_APP: appFile }),
    },
    // Over the channel it notices when this process dies, and stops.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let output = '';
  child.stdout?.on('data', (text) => (output += String(text)));
  child.stderr?.on('data', (text) => (output += String(text)));
  const withinMs = READY_WITHIN_MS[appFile === undefined ? 'seeded' : 'synthesizing'];
  const runtime = await untilReady(child, { dataDir, withinMs, output: () => output }).catch((error: unknown) => {
    // A stack that nobody gets would run for ever.
    child.kill('SIGKILL');
    throw error;
  });
  const end = async (signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null> => {
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
    await keepDecisions(dataDir);
    return child.exitCode;
  };
  const credentials = Credentials.parse(JSON.parse(await readFile(join(dataDir, 'credentials.json'), 'utf8')));
  const secrets = new SeenSecrets();
  secrets.learn(credentials);
  return {
    ...runtime,
    credentials,
    dataDir,
    pid: child.pid!,
    output: () => output,
    secrets,
    stop: async () => {
      if (child.exitCode === null && child.signalCode === null) {
        await secrets.learnStored(runtime.door, runtime.tables);
      }
      const code = await end('SIGTERM');
      // Stopped once more, after the folder went.
      if (!existsSync(dataDir)) return code;
      const leaks = await secrets.findIn(join(dataDir, 'logs'), output);
      if (temporary.delete(dataDir)) await rm(dataDir, { recursive: true, force: true });
      if (leaks.length > 0) throw new Error(`Secrets in logs:\n${leaks.join('\n')}`);
      return code;
    },
    kill9: async () => void (await end('SIGKILL')),
  };
}

/** What a stack has of the test's own environment. */
function surroundings(): Record<string, string | undefined> {
  const { PATH, HOME, DYNAMODB_ENDPOINT } = process.env;
  // What Node compiles once, it does not compile for each of the stacks.
  const compiled = join(CACHE, 'compiled');
  return {
    PATH,
    HOME,
    NODE_COMPILE_CACHE: compiled,
    ...(DYNAMODB_ENDPOINT === undefined ? {} : { DYNAMODB_ENDPOINT }),
  };
}

interface Runtime {
  readonly pid: number;
  readonly baseUrl: string;
  readonly door: string;
  readonly tables: string[];
  readonly queues: string[];
  readonly buckets: string[];
}

interface Starting {
  readonly dataDir: string;
  readonly withinMs: number;
  readonly output: () => string;
}

async function untilReady(child: ChildProcess, { dataDir, withinMs, output }: Starting): Promise<Runtime> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`the stack ended:\n${output()}`);
    if (Date.now() > deadline) throw new Error(`the stack is not ready:\n${output()}`);
    const text = await readFile(join(dataDir, 'runtime.json'), 'utf8').catch(() => '');
    const runtime: Runtime | undefined = text.endsWith('}\n') ? JSON.parse(text) : undefined;
    // A file of an earlier, killed run names another process.
    if (runtime?.pid === child.pid && runtime !== undefined) {
      const health = await fetch(`${runtime.baseUrl}/api/health`).catch(() => undefined);
      if (health?.status === 200) return runtime;
    }
    await delay(25);
  }
}
