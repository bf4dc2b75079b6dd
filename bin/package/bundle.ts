import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type BuildOptions } from 'esbuild';
import { licensesOf, NOTICE_FILE } from '../../lib/third-party-licenses.ts';
import { ROOT, TARGET } from './target.ts';

const common = {
  absWorkingDir: ROOT,
  outdir: TARGET,
  bundle: true,
  platform: 'node',
  // Whoever synthesizes or sends may have an older Node than the runner needs.
  target: 'node20',
  mainFields: ['module', 'main'],
  conditions: ['packaged', 'module'],
  // The app of whoever installs the package has them, and there must be only one of each.
  external: ['aws-cdk-lib', 'constructs'],
  legalComments: 'none',
  metafile: true,
  logLevel: 'warning',
} as const satisfies BuildOptions;

/**
 * CommonJS dependencies call `require` and know their folder, which ES modules do not have. The names are our own, because
 * an ES module may declare a `__dirname` itself.
 */
const COMMONJS = `import { createRequire as __createRequire } from 'node:module';
const require = __createRequire(import.meta.url), __folder = import.meta.dirname, __file = import.meta.filename;
`;

/** Bundles the constructs, the client, the command and the runner with all that they import, and says whose code that is. */
export async function bundlePrograms(): Promise<void> {
  const libraries = await build({
    ...common,
    entryPoints: { index: 'lib/index.ts', client: 'client/index.ts' },
    format: 'cjs',
    outExtension: { '.js': '.cjs' },
    define: { 'import.meta.dirname': '__dirname' },
  });
  // One copy of each class, whether an app imports or requires it.
  for (const name of ['index', 'client'])
    writeFileSync(join(TARGET, `${name}.mjs`), `export * from './${name}.cjs';\n`);
  const programs = await build({
    ...common,
    entryPoints: { notify: 'cli/main.ts', app: 'bin/app.ts', instance: 'local/lambda/instance.ts' },
    format: 'esm',
    splitting: true,
    chunkNames: 'chunk-[hash]',
    outExtension: { '.js': '.mjs' },
    banner: { js: COMMONJS },
    define: { __dirname: '__folder', __filename: '__file' },
  });
  const inputs = [libraries, programs].flatMap(({ metafile }) => Object.keys(metafile.inputs));
  writeFileSync(join(TARGET, NOTICE_FILE), licensesOf(inputs.map((input) => join(ROOT, input))) ?? '');
}
