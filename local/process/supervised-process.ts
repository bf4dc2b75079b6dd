import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';

/**
 * Runs "$@" and obeys its own standard input: each line is a signal for the child, the end of input kills it. The pipe
 * closes when the runner dies, however it dies, so nothing outlives it. A Ctrl-C reaches the whole process group, but
 * the runner decides when the child stops: the shell ignores INT and TERM, and so does a child that installs no
 * handlers of its own. A child with SHIELDED=1 has them blocked, so that even its own handlers stay silent.
 */
const SUPERVISOR = `
trap '' INT TERM
if [ "$SHIELDED" = 1 ] && env --block-signal=INT,TERM true 2>/dev/null; then
  set -- env -u SHIELDED --block-signal=INT,TERM "$@"
fi
exec 3<&0
"$@" 3<&- </dev/null &
child=$!
{ while read -r signal <&3; do kill -"$signal" $child 2>/dev/null; done; kill -9 $child 2>/dev/null; } >/dev/null 2>&1 &
exec 3<&- </dev/null
wait $child
`;

/** How to run a program under supervision. */
export interface SupervisedOptions {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** File that gets the program's output, appended. */
  readonly log: string;
  /** Whether INT and TERM, sent to the whole process group, must not reach the program. */
  readonly shielded: boolean;
}

/** A program that dies with the runner. */
export interface SupervisedProcess {
  /** Settles with the exit code (137 and the like for signals) when the program has ended. */
  readonly exited: Promise<number>;
  signal(name: 'TERM' | 'KILL'): void;
}

/** Starts a program that dies with this process. */
export function startSupervised(options: SupervisedOptions): SupervisedProcess {
  // The program writes to the file itself, so its last words are there when it has ended.
  const log = openSync(options.log, 'a', 0o600);
  const child = spawn('/bin/sh', ['-c', SUPERVISOR, 'sh', options.command, ...options.args], {
    cwd: options.cwd,
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', ...options.env, ...(options.shielded && { SHIELDED: '1' }) },
    stdio: ['pipe', log, log],
  });
  closeSync(log);
  const { stdin } = child;
  // Writing a signal to a program that has just ended is no error.
  stdin?.on('error', () => {});
  const exited = exitOf(child).finally(() => stdin?.end());
  return { exited, signal: (name) => void stdin?.write(`${name}\n`) };
}

function exitOf(child: ChildProcess): Promise<number> {
  return new Promise((settle) => {
    child.once('error', () => settle(127));
    child.once('exit', (code) => settle(code ?? 137));
  });
}
