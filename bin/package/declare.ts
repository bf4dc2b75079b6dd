import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Extractor, ExtractorConfig, ExtractorLogLevel } from '@microsoft/api-extractor';
import { ROOT, TARGET } from './target.ts';

/** Made from the OpenAPI document, as declarations: the compiler does not copy them. */
const API_TYPES = 'dashboard/src/api/schema.d.ts';

/** What apps may import, by the name of its files in the package. */
const ENTRIES = { index: 'lib/index', client: 'client/index' } as const;

/** The declarations of each entry in one text, comments and all, without imports from this repository. */
type Declarations = Readonly<Record<keyof typeof ENTRIES, string>>;

/** Writes the types, for apps that import and for apps that require. */
export function declare(): void {
  for (const [name, text] of Object.entries(declarations())) {
    for (const extension of ['d.mts', 'd.cts']) writeFileSync(join(TARGET, `${name}.${extension}`), text);
  }
}

/** @throws when the sources do not compile */
function declarations(): Declarations {
  mkdirSync(join(ROOT, 'dist'), { recursive: true });
  // Inside the project, where the packages that declarations refer to are found.
  const folder = mkdtempSync(join(ROOT, 'dist/declarations-'));
  try {
    emit(folder);
    return { index: rolledUp(folder, ENTRIES.index), client: rolledUp(folder, ENTRIES.client) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** One file of declarations for each source. */
function emit(folder: string): void {
  const args = [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', 'tsconfig.package.json', '--outDir', folder];
  const { status, stdout } = spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' });
  if (status !== 0) throw new Error(`the package does not compile:\n${stdout}`);
  mkdirSync(join(folder, API_TYPES, '..'), { recursive: true });
  copyFileSync(join(ROOT, API_TYPES), join(folder, API_TYPES));
}

function rolledUp(folder: string, entry: string): string {
  const mainEntryPointFilePath = join(folder, `${entry}.d.ts`);
  const publicTrimmedFilePath = join(folder, `${entry}.rolled-up.d.ts`);
  const compilerOptions = {
    module: 'nodenext',
    target: 'es2024',
    lib: ['esnext'],
    types: ['node'],
    skipLibCheck: true,
  };
  const config = ExtractorConfig.prepare({
    configObjectFullPath: join(ROOT, 'api-extractor.json'),
    packageJsonFullPath: join(ROOT, 'package.json'),
    configObject: {
      projectFolder: ROOT,
      mainEntryPointFilePath,
      // Whoever installs the package does not have these.
      bundledPackages: ['openapi-fetch', 'openapi-typescript-helpers'],
      compiler: { overrideTsconfig: { compilerOptions, files: [mainEntryPointFilePath] } },
      // Without what is marked as internal.
      dtsRollup: { enabled: true, publicTrimmedFilePath },
      apiReport: { enabled: false },
      docModel: { enabled: false },
      tsdocMetadata: { enabled: false },
      // The compiler and the linter have judged the sources.
      messages: { extractorMessageReporting: { default: { logLevel: ExtractorLogLevel.None } } },
    },
  });
  const { succeeded } = Extractor.invoke(config, { localBuild: true });
  if (!succeeded) throw new Error(`the declarations of ${entry} cannot be rolled up`);
  return readFileSync(publicTrimmedFilePath, 'utf8');
}
