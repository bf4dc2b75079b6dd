import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { dashboardFiles, functionCode, liveStreamContext } from '../lib/assets/built.ts';
import { forgetOlderAssemblies } from './assemblies-folder.ts';

const LAMBDAS = join(import.meta.dirname, '../lambdas');

/** Builds what a router deploys once, before workers and stacks that would each build it at the same time. */
export default async function setup(): Promise<void> {
  const functions = readdirSync(LAMBDAS).filter((name) => existsSync(join(LAMBDAS, name, 'index.ts')));
  for (const name of functions) functionCode(name);
  liveStreamContext();
  dashboardFiles();
  await forgetOlderAssemblies();
}
