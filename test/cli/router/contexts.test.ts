import { mkdtemp, readdir, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { changeContexts, contextsFile, readContexts } from '../../../cli/router/contexts.ts';

let folder: Record<string, string>;
beforeEach(async () => {
  folder = { XDG_CONFIG_HOME: await mkdtemp(join(tmpdir(), 'contexts-')) };
});

const add = async (name: string) =>
  changeContexts(folder, async ({ contexts }) => {
    await new Promise(setImmediate);
    return { current: name, contexts: { ...contexts, [name]: { url: `https://${name}.example.com`, token: 't' } } };
  });

describe('changing the contexts', () => {
  it('loses none of several changes at once, and leaves one private file', async () => {
    await Promise.all(['a', 'b', 'c', 'd'].map(add));

    expect(Object.keys((await readContexts(folder)).contexts).toSorted()).toEqual(['a', 'b', 'c', 'd']);
    expect(await readdir(dirname(contextsFile(folder)))).toEqual(['contexts.json']);
    expect((await stat(contextsFile(folder))).mode & 0o777).toBe(0o600);
  });

  it('goes on after a change that failed, and after a process that was killed', async () => {
    await expect(changeContexts(folder, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    const lock = `${contextsFile(folder)}.lock`;
    await writeFile(lock, '');
    await utimes(lock, new Date(0), new Date(0));
    await add('a');

    expect((await readContexts(folder)).current).toBe('a');
  });

  it('says that the folder is not ours', async () => {
    await writeFile(join(folder['XDG_CONFIG_HOME'] ?? '', 'notify'), '');

    await expect(add('a')).rejects.toThrow(/^cannot write .*; check that the folder is yours$/);
  });
});
