import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { place } from '#place';
import { createCdkApp } from '../../lib/config/cdk-app.ts';
import { configOf } from '../../lib/config/stages.ts';
import { NotificationRouter } from '../../lib/notification-router.ts';
import { contextOf } from '../../local/assembly/synthesize.ts';
import { sourceHash } from '../../local/assembly/source-hash.ts';
import { parseLocalSettings } from '../../local/settings.ts';

type Settings = Readonly<Record<string, string>>;

const CACHE = join(place.root, 'node_modules/.cache/notification-router/assemblies');
/** The file by which the runner knows whether an assembly fits the sources. */
const HASH_FILE = 'source-hash';

const hashes = new Map<string, Promise<string>>();

/**
 * Gives a folder what the runner would synthesize with these settings, so that it has nothing to do. Made once for each
 * set of settings, in this process: the CDK is loaded for all of them together, not for each.
 */
export async function seedAssembly(dataDir: string, settings: Settings = {}): Promise<void> {
  const context = contextWith(settings);
  const name = createHash('sha256').update(JSON.stringify(context)).digest('hex').slice(0, 16);
  if (!hashes.has(name)) hashes.set(name, sourceHash(place, context));
  const hash = (await hashes.get(name)) ?? '';
  const kept = join(CACHE, `${name}-${hash.slice(0, 16)}`);
  if (!existsSync(kept)) await keep(kept, context, hash);
  await cp(kept, join(dataDir, 'cdk.out'), { recursive: true, force: false });
}

function contextWith(settings: Settings): Settings {
  const parsed = parseLocalSettings(settings, place.root);
  if (parsed.kind === 'invalid') throw new Error(parsed.message);
  return contextOf(parsed.settings);
}

/** Another worker may do the same at this moment: whoever is first moves its copy into place, and nobody takes it away. */
async function keep(kept: string, context: Settings, hash: string): Promise<void> {
  await mkdir(CACHE, { recursive: true });
  const draft = await mkdtemp(join(CACHE, 'draft-'));
  const app = createCdkApp({ outdir: draft, context });
  new NotificationRouter(app, 'NotificationRouter', await configOf(app.node));
  app.synth();
  await writeFile(join(draft, HASH_FILE), hash);
  await rename(draft, kept).catch(() => rm(draft, { recursive: true, force: true }));
}
