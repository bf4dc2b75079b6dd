import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';

/** Resident memory of processes, in bytes, from Linux. */
export async function memoryOf(pids: readonly number[]): Promise<number> {
  const sizes = pids.map(async (pid) => {
    const status = await readFile(`/proc/${pid}/status`, 'utf8');
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024;
  });
  return sum(await Promise.all(sizes));
}

/** Time on a processor that all threads of processes have had so far, in milliseconds, from Linux. */
export async function cpuOf(pids: readonly number[]): Promise<number> {
  const times = pids.map(async (pid) => {
    const threads = await readdir(`/proc/${pid}/task`);
    const each = threads.map(async (thread) => {
      const stat = await readFile(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').catch(() => '0');
      return Number(stat.split(' ')[0]) / 1e6;
    });
    return sum(await Promise.all(each));
  });
  return sum(await Promise.all(times));
}

/** How many files this process may open. */
export async function openFilesLimit(): Promise<number> {
  const limits = await readFile('/proc/self/limits', 'utf8');
  return Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1] ?? 1024);
}

/** Ends a process at once; settles when it has ended. */
export async function kill(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
