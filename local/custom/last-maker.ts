import { cp, mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { FunctionDefinition } from '../lambda/function-definition.ts';
import { FunctionPool, type PoolOptions } from '../lambda/function-pool.ts';

/** Access key id of an administrator: the templates that gave the function its rights are gone. */
const NAME = 'local-runner-provider';

const folderIn = (dataDir: string): string => join(dataDir, 'last-maker');

/** Keeps the code of the function that makes resources: when the last of them is taken out of the code, it is needed. */
export async function keepMaker(dataDir: string, { codeDir }: FunctionDefinition): Promise<void> {
  const folder = folderIn(dataDir);
  const draft = `${folder}.draft`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { recursive: true });
  await cp(codeDir, draft, { recursive: true });
  await rm(folder, { recursive: true, force: true });
  await rename(draft, folder);
}

/**
 * The function that made resources, after the app has dropped it.
 *
 * @param like a function of the app that knows the same tables and queues
 */
export function openLastMaker(
  dataDir: string,
  { like, ...places }: Omit<PoolOptions, 'definition' | 'maxInstances'> & { readonly like: FunctionDefinition },
): FunctionPool {
  const definition = { ...like, name: NAME, codeDir: folderIn(dataDir), timeoutMs: 180_000, reserved: undefined };
  return new FunctionPool({ ...places, definition, maxInstances: 1 });
}
