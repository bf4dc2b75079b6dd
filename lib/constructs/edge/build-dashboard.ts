import { spawnSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const PROJECT_ROOT = join(import.meta.dirname, '../../..');
const HASH_CHARACTERS = 16;
/** What the build depends on: its help is made from the documentation. */
const FOLDERS = ['dashboard', 'docs'];
const FILES = ['package-lock.json', 'lib/third-party-licenses.ts', 'core/channels/html-pieces.ts'];

/**
 * Builds the dashboard into `dist/dashboard/<hash of its sources>/`, unless it is there already.
 *
 * Synthesis is synchronous and Vite is not, so it runs as a process of its own.
 *
 * @returns the absolute path of the folder to deploy
 * @throws with Vite's own output when it does not build
 */
export function buildDashboard(root = PROJECT_ROOT): string {
  const earlier = done.get(root);
  if (earlier !== undefined) return earlier;
  const target = build(root);
  if (root === PROJECT_ROOT) done.set(root, target);
  return target;
}

/** What this process has built already: several routers in one app share the pages. */
const done = new Map<string, string>();

function build(root: string): string {
  const builds = join(root, 'dist/dashboard');
  const target = join(builds, sourceHash(root));
  if (existsSync(target)) return target;
  mkdirSync(builds, { recursive: true });
  const draft = join(builds, `.${randomUUID()}.draft`);
  runVite(root, draft);
  // Another process may have built the same meanwhile, and be copying it: it stays as it is.
  for (const old of readdirSync(builds).filter((name) => !name.startsWith('.') && join(builds, name) !== target))
    rmSync(join(builds, old), { recursive: true, force: true, maxRetries: 5 });
  try {
    renameSync(draft, target);
  } catch (error) {
    rmSync(draft, { recursive: true });
    if (!existsSync(target)) throw error;
  }
  return target;
}

function runVite(root: string, target: string): void {
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const args = [vite, 'build', 'dashboard', '--configLoader', 'native', '--logLevel', 'error', '--outDir', target];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: root,
    encoding: 'utf8',
    // What the caller has in its environment, such as NODE_ENV in tests, must not change what is deployed.
    env: { NODE_ENV: 'production' },
  });
  if (status === 0) return;
  rmSync(target, { recursive: true, force: true });
  throw new Error(`the dashboard does not build:\n${stdout}${stderr}`);
}

/** A hash of everything the build depends on. */
function sourceHash(root: string): string {
  const files = FOLDERS.flatMap((folder) => readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  const hash = createHash('sha256');
  for (const file of [...files, ...FILES.map((path) => join(root, path))]) {
    const content = readFileSync(file);
    hash.update(`\0${file.slice(root.length)}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex').slice(0, HASH_CHARACTERS);
}
