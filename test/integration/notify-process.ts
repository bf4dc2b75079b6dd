import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

/** How a run of the command ended, and what it said. */
export interface Ended {
  readonly status: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A running `notify`. */
export interface Notify {
  readonly child: ChildProcess;
  readonly stdout: () => string;
  readonly stderr: () => string;
  /** Waits for its end. */
  readonly ended: Promise<Ended>;
}

/**
 * Starts the command with these variables and no others but `PATH`.
 *
 * @param stdin what is piped in; null leaves the pipe open
 */
export function startNotify(
  env: Readonly<Record<string, string>>,
  words: readonly string[],
  stdin: string | null = '',
): Notify {
  const child = spawn(process.execPath, ['bin/notify.js', ...words], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'], ...env },
    stdio: 'pipe',
  });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (text) => (stdout += String(text)));
  child.stderr.on('data', (text) => (stderr += String(text)));
  // A command that never reads its stdin closes it.
  child.stdin.on('error', () => undefined);
  if (stdin !== null) child.stdin.end(stdin);
  const ended = once(child, 'close').then(([status, signal]): Ended => ({ status, signal, stdout, stderr }));
  return { child, stdout: () => stdout, stderr: () => stderr, ended };
}
