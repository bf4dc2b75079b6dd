import { readdir, readFile } from 'node:fs/promises';
import type { Stack } from './stack.ts';

/** A running task of the Live Stream service. */
interface StreamTask {
  readonly pid: number;
  readonly port: number;
}

/** The Live Stream tasks that a stack runs at this moment, found by their environment (Linux). */
export async function streamTasks(stack: Pick<Stack, 'door'>): Promise<StreamTask[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(pids.map(async (pid) => taskOf(Number(pid), stack.door)));
  return found.flatMap((task) => task ?? []);
}

async function taskOf(pid: number, door: string): Promise<StreamTask | undefined> {
  const read = async (file: string): Promise<string[]> =>
    (await readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '')).split('\0');
  const [command] = await read('cmdline');
  if (command === undefined || !/(?:^|\/)node$/.test(command)) return undefined;
  const environment = await read('environ');
  const isTask = environment.some((line) => line.startsWith('TRUSTED_PROXIES='));
  const port = environment.find((line) => line.startsWith('PORT='))?.slice('PORT='.length);
  return isTask && environment.includes(`AWS_ENDPOINT_URL=${door}`) ? { pid, port: Number(port) } : undefined;
}
