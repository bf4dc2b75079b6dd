import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { buildSync, type BuildResult, type OutputFile } from 'esbuild';
import { isFresh, stampOf } from './build-stamp.ts';
import { licensesOf, NOTICE_FILE } from './third-party-licenses.ts';

const PROJECT_ROOT = join(import.meta.dirname, '..');
/** What else decides what a bundle is: how it is built, and which packages are installed. */
const BUILDERS = [
  ...['bundling.ts', 'build-stamp.ts', 'third-party-licenses.ts'].map((name) => join(import.meta.dirname, name)),
  ...['package.json', 'package-lock.json', 'tsconfig.json'].map((name) => join(PROJECT_ROOT, name)),
];

/** CommonJS dependencies call `require`, which an ES module does not have. */
const REQUIRE_BANNER =
  "import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);\n";

interface BundleOptions {
  /** Folder that holds `index.ts`, relative to the root. */
  readonly source: string;
  /** Folder that becomes the asset, relative to the root. */
  readonly target: string;
  /** Files copied beside the bundle, relative to the source. */
  readonly copies?: readonly string[];
  /** @default the project's root */
  readonly root?: string;
}

/**
 * Bundles `lambdas/<name>/index.ts` with all it imports, the AWS SDK too, into `dist/lambdas/<name>/`. Dynamic imports
 * become chunks of their own, which a cold start does not load.
 *
 * @returns the absolute path of the folder, to be given to `Code.fromAsset`
 * @throws when the entry is missing or does not build
 */
export const bundleFunction = (name: string, root = PROJECT_ROOT): string =>
  bundle({ source: `lambdas/${name}`, target: `dist/lambdas/${name}`, root });

/**
 * Bundles the Live Stream service and its Dockerfile into `dist/live-stream/`: the build context of its image.
 *
 * @returns the absolute path of the folder
 * @throws when the entry is missing or does not build
 */
export const bundleLiveStream = (root = PROJECT_ROOT): string =>
  bundle({ source: 'live-stream', target: 'dist/live-stream', copies: ['Dockerfile'], root });

/** What this process has bundled already: several routers in one app share the code of one moment. */
const done = new Set<string>();

/** Builds nothing when nothing changed since an earlier process built it. */
function bundle(options: BundleOptions): string {
  const root = options.root ?? PROJECT_ROOT;
  const target = join(root, options.target);
  if (done.has(target)) return target;
  const meta = `dist/meta/${options.target.slice('dist/'.length)}`;
  if (!isFresh(root, options.target, `${meta}.stamp`)) buildAnew({ ...options, root }, target, meta);
  if (root === PROJECT_ROOT) done.add(target);
  return target;
}

function buildAnew(options: BundleOptions & { readonly root: string }, target: string, meta: string): void {
  const { root } = options;
  const startedAt = Date.now();
  const copies = options.copies ?? [];
  const { outputFiles, metafile } = build(root, options, target);
  const banner = callsRequire(metafile) ? REQUIRE_BANNER : '';
  for (const file of outputFiles) writeIfChanged(file.path, banner + file.text);
  for (const copy of copies) writeIfChanged(join(target, copy), readFileSync(join(root, options.source, copy), 'utf8'));
  const inputs = Object.keys(metafile.inputs);
  const notices = writeLicenses(
    target,
    inputs.map((input) => join(root, input)),
  );
  const outputs = [...outputFiles.map((file) => relative(target, file.path)), ...copies, ...notices];
  removeOthers(target, outputs);
  // Size budgets read it. It lies beside the asset: inside, it would ship, and every new path would change the asset.
  writeIfChanged(join(root, `${meta}.json`), JSON.stringify(metafile));
  const read = [
    ...inputs,
    ...copies.map((copy) => `${options.source}/${copy}`),
    ...BUILDERS.map((file) => relative(root, file)),
  ];
  // A source that was written meanwhile may not be what was built.
  if (read.some((file) => statSync(join(root, file)).mtimeMs > startedAt)) return;
  writeIfChanged(
    join(root, `${meta}.stamp`),
    stampOf(root, [...read, ...outputs.map((name) => `${options.target}/${name}`)]),
  );
}

/** @returns the names of the files that it wrote into the asset. */
function writeLicenses(target: string, inputs: readonly string[]): string[] {
  const licenses = licensesOf(inputs);
  if (licenses === undefined) return [];
  writeIfChanged(join(target, NOTICE_FILE), licenses);
  return [NOTICE_FILE];
}

type BuildOutput = BuildResult<{ write: false; metafile: true }> & { outputFiles: OutputFile[] };

const build = (root: string, options: BundleOptions, target: string): BuildOutput =>
  buildSync({
    absWorkingDir: root,
    entryPoints: { index: join(root, options.source, 'index.ts') },
    outdir: target,
    outExtension: { '.js': '.mjs' },
    chunkNames: 'chunk-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    mainFields: ['module', 'main'],
    minify: true,
    legalComments: 'none',
    metafile: true,
    write: false,
    // The error that is thrown says it all.
    logLevel: 'silent',
  });

const callsRequire = (metafile: BuildOutput['metafile']) =>
  Object.values(metafile.outputs).some((output) => output.imports.some((used) => used.kind === 'require-call'));

/** Another process may be synthesizing from the folder: correct files stay, and no file is ever half-written. */
function writeIfChanged(path: string, text: string): void {
  if (existsSync(path) && readFileSync(path, 'utf8') === text) return;
  mkdirSync(dirname(path), { recursive: true });
  const draft = join(dirname(dirname(path)), `.${randomUUID()}.draft`);
  writeFileSync(draft, text);
  renameSync(draft, path);
}

function removeOthers(folder: string, kept: readonly string[]): void {
  const others = readdirSync(folder).filter((name) => !kept.includes(name));
  for (const name of others) rmSync(join(folder, name), { recursive: true, force: true });
}
