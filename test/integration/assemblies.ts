import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Stage } from 'aws-cdk-lib';
import { place } from '#place';
import { createCdkApp } from '../../lib/config/cdk-app.ts';
import { configOf } from '../../lib/config/stages.ts';
import { NotificationRouter } from '../../lib/notification-router.ts';
import { sourceHash } from '../../local/assembly/source-hash.ts';
import { contextOf } from '../../local/assembly/synthesize.ts';
import { parseLocalSettings } from '../../local/settings.ts';
import { assembliesFolder } from '../assemblies-folder.ts';

type Settings = Readonly<Record<string, string>>;

let assemblies: Promise<string> | undefined;

/**
 * Gives a folder what the runner would synthesize with these settings, so that it has nothing to do. Made once for each
 * set of settings, in this process: the CDK is loaded for all of them together, not for each. Assets are links: nobody
 * writes there, and a function that has one path in all stacks is compiled once.
 */
export async function seedAssembly(dataDir: string, settings: Settings = {}): Promise<void> {
  const output = join(dataDir, 'cdk.out');
  if (existsSync(output)) return;
  const context = contextWith(settings);
  const folder = await (assemblies ??= assembliesFolder());
  const name = createHash('sha256').update(JSON.stringify(context)).digest('hex').slice(0, 16);
  const kept = join(folder, name);
  if (!existsSync(kept)) await keep(kept, folder, context);
  await cp(kept, output, { recursive: true, verbatimSymlinks: true });
}

function contextWith(settings: Settings): Settings {
  const parsed = parseLocalSettings(settings, place.root);
  if (parsed.kind === 'invalid') throw new Error(parsed.message);
  return contextOf(parsed.settings);
}

/** Another worker may do the same at this moment, and copy from it: what is whole is moved into place, and stays. */
async function keep(kept: string, folder: string, context: Settings): Promise<void> {
  await mkdir(folder, { recursive: true });
  const draft = await mkdtemp(join(folder, 'draft-'));
  const app = createCdkApp({ outdir: draft, context });
  Stage.of(new NotificationRouter(app, 'NotificationRouter', await configOf(app.node)))?.synth();
  await shareAssets(draft, join(folder, 'assets'));
  // By it the runner knows that an assembly fits the sources.
  await writeFile(join(draft, 'source-hash'), await sourceHash(place, context));
  await moveInto(kept, draft);
}

/** Their names are hashes of what they hold: one copy of each, whatever the settings. */
async function shareAssets(assembly: string, shared: string): Promise<void> {
  await mkdir(shared, { recursive: true });
  for (const name of await readdir(assembly)) {
    if (!name.startsWith('asset.')) continue;
    await moveInto(join(shared, name), join(assembly, name));
    await symlink(join(shared, name), join(assembly, name));
  }
}

async function moveInto(kept: string, draft: string): Promise<void> {
  await rename(draft, kept).catch(() => rm(draft, { recursive: true, force: true }));
}
