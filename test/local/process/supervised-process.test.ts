import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startSupervised, type SupervisedProcess } from '../../../local/process/supervised-process.ts';

const SUPERVISED = join(import.meta.dirname, '../../../local/process/supervised-process.ts');
let folder: string;
let started: SupervisedProcess | undefined;
let owner: ChildProcess | undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'supervised-'));
});

afterEach(() => {
  started?.signal('KILL');
  owner?.kill('SIGKILL');
});

const log = () => join(folder, 'log');
const output = () => (existsSync(log()) ? readFileSync(log(), 'utf8') : '');

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Runs a Node program that does what `code` says and prints its pid. */
function run(code: string): SupervisedProcess {
  const args = ['-e', `${code}; console.log(process.pid); setInterval(() => {}, 1000)`];
  started = startSupervised({ command: process.execPath, args, cwd: folder, env: {}, log: log(), shielded: false });
  return started;
}

async function pidOf(): Promise<number> {
  await expect.poll(output, { timeout: 5000 }).toMatch(/^\d+\n/m);
  return Number(/^\d+$/m.exec(output())![0]);
}

describe('startSupervised', () => {
  it('passes signals on and gives the exit code', async () => {
    const program = run("process.on('SIGTERM', () => process.exit(7))");
    await pidOf();

    program.signal('TERM');

    expect(await program.exited).toBe(7);
  });

  it('keeps all that a program says while it ends', async () => {
    const args = ['-e', "process.stdout.write('x'.repeat(1_000_000))"];
    const options = { cwd: folder, env: {}, log: log(), shielded: false };

    await startSupervised({ command: process.execPath, args, ...options }).exited;

    expect(output()).toHaveLength(1_000_000);
  });

  it('gives the exit code of a program that ends by itself', async () => {
    const options = { cwd: folder, env: {}, log: log(), shielded: false };
    const { exited } = startSupervised({ command: process.execPath, args: ['-e', 'process.exit(3)'], ...options });

    expect(await exited).toBe(3);
  });

  it('keeps a signal to the whole process group away from a shielded program', async () => {
    // Not a Node program: Node unblocks every signal when it starts.
    const args = ['-c', "trap 'exit 7' TERM INT; echo $$; while :; do sleep 0.05; done"];
    started = startSupervised({ command: '/bin/sh', args, cwd: folder, env: {}, log: log(), shielded: true });
    const program = started;
    const pid = await pidOf();

    process.kill(pid, 'SIGTERM');
    process.kill(pid, 'SIGINT');
    await new Promise((settle) => setTimeout(settle, 100));

    expect(isRunning(pid)).toBe(true);
    program.signal('KILL');
    expect(await program.exited).toBe(137);
  });

  it('ends the program when whoever started it is killed', async () => {
    const script = join(folder, 'owner.mjs');
    writeFileSync(
      script,
      `import { startSupervised } from ${JSON.stringify(SUPERVISED)};
      const args = ['-e', 'console.log(process.pid); setInterval(() => {}, 1000)'];
      startSupervised({ command: process.execPath, args, cwd: '.', env: {}, log: ${JSON.stringify(log())}, shielded: true });`,
    );
    owner = fork(script);
    await once(owner, 'spawn');
    const pid = await pidOf();

    owner.kill('SIGKILL');

    await expect.poll(() => isRunning(pid)).toBe(false);
  });
});
