import { fork, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { startReaper } from '../../../local/process/reaper.ts';

const REAPER = join(import.meta.dirname, '../../../local/process/reaper.ts');
const children: ChildProcess[] = [];

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

function start(code: string): ChildProcess {
  const child = spawn(process.execPath, ['-e', code], { stdio: 'ignore' });
  children.push(child);
  return child;
}

const isRunning = ({ exitCode, signalCode }: ChildProcess) => exitCode === null && signalCode === null;

describe('startReaper', () => {
  it('kills what it watches, also in an endless loop, and spares what it was told to forget', async () => {
    const [watched, looping, forgotten] = [
      start('setInterval(() => {}, 1000)'),
      start('for (;;);'),
      start('setInterval(() => {}, 1000)'),
    ];
    const reaper = startReaper();
    for (const { pid } of [watched, forgotten, looping]) reaper.watch(pid!);
    reaper.forget(forgotten.pid!);

    await reaper.stop();

    await expect.poll(() => [watched, looping, forgotten].map(isRunning)).toEqual([false, false, true]);
  });

  it('does so when the process that started it is killed', async () => {
    const watched = start('for (;;);');
    const script = join(mkdtempSync(join(tmpdir(), 'reaper-')), 'owner.mjs');
    writeFileSync(
      script,
      `import { startReaper } from ${JSON.stringify(REAPER)};
      startReaper().watch(${watched.pid}); process.send('watching'); setInterval(() => {}, 1000);`,
    );
    const owner = fork(script);
    children.push(owner);
    await once(owner, 'message');

    owner.kill('SIGKILL');

    await expect.poll(() => isRunning(watched)).toBe(false);
  });
});
