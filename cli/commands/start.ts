import process from 'node:process';

interface StartOptions {
  readonly port?: string;
  readonly dataDir?: string;
}

/** Becomes `npm start`: this process is the runner, so its signals and exit status are the runner's. */
export async function start({ port, dataDir }: StartOptions): Promise<void> {
  if (port !== undefined) process.env['PORT'] = port;
  if (dataDir !== undefined) process.env['DATA_DIR'] = dataDir;
  await import('../../bin/local.ts');
}
