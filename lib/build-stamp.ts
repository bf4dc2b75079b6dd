import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * What a build read and wrote: a line for each file with its bytes and when it changed. Like `make`, it looks at no
 * contents.
 *
 * @param files relative to `root`
 * @throws when one is not there
 */
export function stampOf(root: string, files: readonly string[]): string {
  const lineOf = (file: string): string => {
    const { mtimeMs, size } = statSync(join(root, file));
    return `${mtimeMs} ${size} ${file}\n`;
  };
  return files.map(lineOf).join('');
}

/** Whether the files of a stamp are as they were, and nothing else lies in the folder that the build wrote. */
export function isFresh(root: string, folder: string, stampFile: string): boolean {
  try {
    const stamp = readFileSync(join(root, stampFile), 'utf8');
    const files = stamp.split('\n').flatMap((line) => /^\S+ \S+ (.+)$/.exec(line)?.[1] ?? []);
    const known = new Set(files);
    return (
      readdirSync(join(root, folder)).every((name) => known.has(`${folder}/${name}`)) && stampOf(root, files) === stamp
    );
  } catch {
    // A file is gone, or was never there.
    return false;
  }
}
