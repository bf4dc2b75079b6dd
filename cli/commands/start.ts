import process from 'node:process';

interface StartOptions {
  readonly port?: string;
  readonly dataDir?: string;
  /** File of a CDK app that holds a router. */
  readonly app?: string | undefined;
}

/** Becomes `npm start`: this process is the runner, so its signals and exit status are the runner's. */
export async function start({ port, dataDir, app }: StartOptions): Promise<void> {
  if (port !== undefined) process.env['PORT'] = port;
  if (dataDir !== undefined) process.env['DATA_DIR'] = dataDir;
  if (app !== undefined) process.env['CDK_APP'] = app;
  await import('../../bin/local.ts');
}
