import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const BUILDER = join(ROOT, 'lib/constructs/edge/build-dashboard.ts');
let root: string;

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'build-dashboard-'));
  for (const folder of ['dashboard', 'docs']) mkdirSync(join(root, folder));
  symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'));
  for (const file of ['package-lock.json', 'lib/third-party-licenses.ts', 'core/channels/html-pieces.ts'])
    cpSync(join(ROOT, file), join(root, file));
  writeFileSync(join(root, 'dashboard/vite.config.ts'), 'export default { build: { emptyOutDir: true } };');
  writeFileSync(join(root, 'dashboard/index.html'), '<script type="module" src="./main.js"></script>');
  writeFileSync(join(root, 'dashboard/main.js'), 'console.log("here");');
});

afterAll(() => rmSync(root, { recursive: true }));

/** Builds in a process of its own, and says what the folder is at that moment. Its inode tells it from a later one. */
async function build(): Promise<unknown> {
  const program = `
    import { readdirSync, statSync } from 'node:fs';
    import { buildDashboard } from ${JSON.stringify(BUILDER)};
    const folder = buildDashboard(${JSON.stringify(root)});
    console.log(JSON.stringify({ folder, inode: statSync(folder).ino, files: readdirSync(folder).sort() }));`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const text: string[] = [];
  child.stdout.on('data', (part) => text.push(String(part)));
  await once(child, 'close');
  return JSON.parse(text.join(''));
}

it('leaves one whole build when several processes make it at the same time', async () => {
  const builds = await Promise.all([build(), build(), build()]);

  const [name = '', ...others] = readdirSync(join(root, 'dist/dashboard'));
  const folder = join(root, 'dist/dashboard', name);
  const files = readdirSync(folder).toSorted();
  expect(others).toEqual([]);
  expect(files.includes('index.html')).toBe(true);
  expect(builds).toEqual(builds.map(() => ({ folder, inode: statSync(folder).ino, files })));
});
