import * as z from 'zod';

const Metafile = z.object({
  outputs: z.record(
    z.string(),
    z.object({
      bytes: z.number(),
      entryPoint: z.string().optional(),
      imports: z.array(z.object({ path: z.string(), kind: z.string() })),
      inputs: z.record(z.string(), z.object({ bytesInOutput: z.number() })),
    }),
  ),
});
type Outputs = z.infer<typeof Metafile>['outputs'];

/** Bytes of a bundle. */
export interface BundleSizes {
  /** The entry and all that it imports statically: what a cold start loads before the handler is called. */
  readonly initial: number;
  /** All files, also those that only some calls load. */
  readonly all: number;
}

/** @param metafile of esbuild, as JSON text */
export function sizesOf(metafile: string): BundleSizes {
  const { outputs } = Metafile.parse(JSON.parse(metafile));
  const sum = (names: Iterable<string>) => [...names].reduce((bytes, name) => bytes + (outputs[name]?.bytes ?? 0), 0);
  return { initial: sum(initialFiles(outputs)), all: sum(Object.keys(outputs)) };
}

/** Bytes of the initial files by npm package, the largest first; `own` is this repository. */
export function bytesByPackage(metafile: string): [string, number][] {
  const { outputs } = Metafile.parse(JSON.parse(metafile));
  const bytes = new Map<string, number>();
  for (const file of initialFiles(outputs)) {
    for (const [input, { bytesInOutput }] of Object.entries(outputs[file]?.inputs ?? {})) {
      const name = packageOf(input);
      bytes.set(name, (bytes.get(name) ?? 0) + bytesInOutput);
    }
  }
  return [...bytes].sort(([, a], [, b]) => b - a);
}

function initialFiles(outputs: Outputs): ReadonlySet<string> {
  const files = new Set<string>();
  const pending = Object.keys(outputs).filter((name) => outputs[name]?.entryPoint?.endsWith('/index.ts') === true);
  for (let file = pending.pop(); file !== undefined; file = pending.pop()) {
    if (files.has(file)) continue;
    files.add(file);
    const imports = outputs[file]?.imports ?? [];
    pending.push(
      ...imports.filter(({ kind, path }) => kind === 'import-statement' && path in outputs).map(({ path }) => path),
    );
  }
  return files;
}

function packageOf(input: string): string {
  const [, within] = input.split(/.*node_modules\//);
  if (within === undefined) return 'own';
  return within
    .split('/')
    .slice(0, within.startsWith('@') ? 2 : 1)
    .join('/');
}
