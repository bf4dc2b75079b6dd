import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { DataDirInUse, lockDataDir } from '../../../local/data-dir/lock.ts';

const LOCK = join(import.meta.dirname, '../../../local/data-dir/lock.ts');
let dataDir: string;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'lock-'));
});

describe('lockDataDir', () => {
  it('refuses a folder that is taken, and gives it again once it is free', () => {
    const unlock = lockDataDir(dataDir);

    expect(() => lockDataDir(dataDir)).toThrow(DataDirInUse);
    unlock();
    expect(() => lockDataDir(dataDir)()).not.toThrow();
  });

  it('is held against other processes until they end, even by kill -9', async () => {
    const script = join(dataDir, 'holder.mjs');
    writeFileSync(
      script,
      `import { lockDataDir } from ${JSON.stringify(LOCK)}; lockDataDir(process.argv[2]); process.send('held'); setInterval(() => {}, 1000);`,
    );
    const holder = fork(script, [dataDir]);
    await once(holder, 'message');

    expect(() => lockDataDir(dataDir)).toThrow(`DATA_DIR: ${dataDir} is in use by another running stack`);
    holder.kill('SIGKILL');
    await once(holder, 'exit');

    expect(() => lockDataDir(dataDir)()).not.toThrow();
  });
});
