import { spawn } from 'node:child_process';

/**
 * Keeps the pids that it is given (`+ <pid>`, `- <pid>`) and kills those it still has when its input ends. The input is
 * a pipe from the runner, which closes when the runner dies, however it dies.
 */
const REAPER = `
trap '' INT TERM
pids=' '
while read -r change pid; do
  case "$change" in
    +) pids="$pids$pid " ;;
    -) pids="\${pids%% "$pid" *} \${pids#* "$pid" }" ;;
  esac
done
for pid in $pids; do kill -9 "$pid" 2>/dev/null; done
`;

/** Ends processes that would otherwise outlive the runner, even ones that are stuck in an endless loop. */
export interface Reaper {
  /** From now on the process is killed when the runner dies. */
  watch(pid: number): void;
  /** The process has ended by itself; its pid may soon be another's. */
  forget(pid: number): void;
  /** Kills what is still watched. */
  stop(): Promise<void>;
}

/** Starts the reaper, one shell for all processes. */
export function startReaper(): Reaper {
  const shell = spawn('/bin/sh', ['-c', REAPER], { stdio: ['pipe', 'ignore', 'ignore'], env: {} });
  // Without the reaper, processes still end when their channel to the runner closes.
  shell.stdin.on('error', () => {});
  shell.on('error', () => {});
  const ended = new Promise<void>((settle) => {
    shell.once('close', () => settle());
  });
  return {
    watch: (pid) => void shell.stdin.write(`+ ${pid}\n`),
    forget: (pid) => void shell.stdin.write(`- ${pid}\n`),
    stop: () => {
      shell.stdin.end();
      return ended;
    },
  };
}
