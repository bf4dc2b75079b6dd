import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Installation } from '../place/place.ts';

const GENERATED = new Set(['node_modules', 'dist', 'cdk.out', 'coverage']);

/** A hash of everything the synthesized app depends on: sources, lockfile and `settings`. */
export async function sourceHash(
  { root, sources }: Pick<Installation, 'root' | 'sources'>,
  settings: Readonly<Record<string, string>>,
): Promise<string> {
  const files = (await Promise.all(sources.map((path) => filesOf(root, path)))).flat().sort(byText);
  const contents = await Promise.all(files.map((file) => readFile(join(root, file))));
  const hash = createHash('sha256').update(JSON.stringify(sorted(settings)));
  for (const [index, content] of contents.entries())
    hash.update(`\0${files[index]}\0${content.length}\0`).update(content);
  return hash.digest('hex');
}

async function filesOf(root: string, path: string): Promise<string[]> {
  const entries = await readdir(join(root, path), { withFileTypes: true }).catch((error: unknown) => {
    if (hasCode(error, 'ENOTDIR')) return 'file' as const;
    if (hasCode(error, 'ENOENT')) return 'nothing' as const;
    throw error;
  });
  if (entries === 'file') return [path];
  if (entries === 'nothing') return [];
  const wanted = entries.filter(({ name }) => !GENERATED.has(name));
  const nested = await Promise.all(
    wanted.map((entry) => {
      const child = join(path, entry.name);
      return entry.isDirectory() ? filesOf(root, child) : Promise.resolve([child]);
    }),
  );
  return nested.flat();
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

function sorted(settings: Readonly<Record<string, string>>): [string, string][] {
  return Object.entries(settings).sort(([a], [b]) => byText(a, b));
}

function byText(a: string, b: string): number {
  return a < b ? -1 : 1;
}
