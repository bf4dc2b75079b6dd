import { mkdtemp, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { startInstance, type Subject } from '../instances.ts';

/** Bytes of the bundle's files that one call really loads, chunks that it imports on the way included. */
export async function loadedBytes(subject: Subject, event: object): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'router-loaded-'));
  try {
    const list = join(folder, 'bytes');
    const hook = pathToFileURL(join(import.meta.dirname, 'count-loaded.ts')).href;
    // Modules are known by their real paths, and assets of test stacks are links.
    const env = { ...subject.env, BENCH_LOADED: list, BENCH_BUNDLE: await realpath(join(subject.bundle, '..')) };
    const instance = await startInstance({ ...subject, env }, { execArgv: ['--import', hook] });
    await instance.invoke([event]);
    instance.stop();
    const sizes = (await readFile(list, 'utf8')).trim().split('\n').map(Number);
    return sizes.reduce((sum, size) => sum + size, 0);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
