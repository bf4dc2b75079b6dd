import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';

/**
 * The variable by which the Node processes of a stack find what others of them compiled; none where this process keeps
 * nothing.
 *
 * @see https://nodejs.org/api/module.html#module-compile-cache
 */
export function sharedCompileCache(): Record<string, string> {
  const folder = getCompileCacheDir();
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) };
}
