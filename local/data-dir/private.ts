import { chmod, lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** The bits of a mode that are other people's. */
const OTHERS = 0o077;

/** What this process and those that it starts create is their user's alone: engines choose no mode for their files. */
export function createPrivately(): void {
  process.umask(OTHERS);
}

/** Takes a folder and all below it from everybody but its owner. Follows no links. */
export async function makePrivate(folder: string): Promise<void> {
  await withdraw(folder);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile() || entry.isDirectory());
  for (const { parentPath, name } of paths) await withdraw(join(parentPath, name));
}

async function withdraw(path: string): Promise<void> {
  const { mode } = await lstat(path);
  if ((mode & OTHERS) !== 0) await chmod(path, mode & 0o700);
}
