import { DatabaseSync } from 'node:sqlite';

/** Another process uses the folder. */
export class DataDirInUse extends Error {
  override readonly name = 'DataDirInUse';

  constructor(dataDir: string) {
    super(`DATA_DIR: ${dataDir} is in use by another running stack; stop it or choose another folder`);
  }
}

/**
 * Takes the folder for this process. The lock is SQLite's own lock on a file: the kernel drops it when the process
 * ends, however it ends, so a crash leaves nothing to clean up.
 *
 * @returns a function that releases the folder.
 * @throws DataDirInUse
 */
export function lockDataDir(dataDir: string): () => void {
  const database = new DatabaseSync(`${dataDir}/lock`);
  try {
    database.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if (error instanceof Error && /locked|busy/.test(error.message)) throw new DataDirInUse(dataDir);
    throw error;
  }
  return () => database.close();
}
