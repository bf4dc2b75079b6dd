import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { place } from '#place';
import { sourceHash } from '../local/assembly/source-hash.ts';

const CACHE = join(place.root, 'node_modules/.cache/notification-router/assemblies');

/** Where runs of the tests keep what they synthesized from the sources as they are. */
export const assembliesFolder = async (): Promise<string> => join(CACHE, (await sourceHash(place, {})).slice(0, 16));

/** Removes what was synthesized from other sources: before a run, because later a worker may be reading it. */
export async function forgetOlderAssemblies(): Promise<void> {
  const current = await assembliesFolder();
  const folders = await readdir(CACHE).catch(() => []);
  const others = folders.map((name) => join(CACHE, name)).filter((folder) => folder !== current);
  for (const folder of others) await rm(folder, { recursive: true, force: true });
}
