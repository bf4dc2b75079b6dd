import { chmod, lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** The mode bits of everybody but the owner. */
const OTHERS = 0o077;

/** Keeps what this process and its children create to their user alone: engines choose no mode for their files. */
export function createPrivately(): void {
  process.umask(OTHERS);
}

/** Closes a folder and all below it to everybody but its owner. Follows no links. */
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
