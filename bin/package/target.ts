import { join } from 'node:path';

/** The root of the repository. */
export const ROOT = join(import.meta.dirname, '../..');

/** The folder that the package is made in. */
export const TARGET = join(ROOT, 'dist/package');
