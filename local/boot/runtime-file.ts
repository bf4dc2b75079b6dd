import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What is needed to point the AWS CLI or an SDK at a running stack. Holds no secret. */
export interface RuntimeFile {
  readonly pid: number;
  readonly baseUrl: string;
  /** Endpoint for every AWS call. */
  readonly door: string;
  /** The page that shows the mail that was sent. */
  readonly inbox: string;
  /** An access key id to call the door with; any secret key will do. */
  readonly doorAccessKeyId: string;
  readonly region: string;
  readonly tables: readonly string[];
  readonly queues: readonly string[];
  readonly buckets: readonly string[];
}

/** Writes `runtime.json`, which exists only while a stack runs. */
export async function writeRuntimeFile(dataDir: string, content: RuntimeFile): Promise<void> {
  await writeFile(pathIn(dataDir), `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
}

/** Removes `runtime.json`. */
export async function removeRuntimeFile(dataDir: string): Promise<void> {
  await rm(pathIn(dataDir), { force: true });
}

const pathIn = (dataDir: string): string => join(dataDir, 'runtime.json');
