import { execFile, spawn } from 'node:child_process';
import { copyFile, mkdtemp, readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { DockerfileParser } from 'dockerfile-ast';
import * as z from 'zod';

/** The root of the repository. */
export const ROOT = join(import.meta.dirname, '../..');

/** Somebody else's shell: without the tools of this repository. */
const PATH = (process.env['PATH'] ?? '')
  .split(delimiter)
  .filter((folder) => !folder.includes('node_modules'))
  .join(delimiter);

// The cache has all that the repository itself is made of.
const environment = { ...process.env, PATH, NODE_ENV: undefined, npm_config_prefer_offline: 'true' };

/** A `PATH` with these folders before those of somebody else's shell. */
export const within = (folders: readonly string[]) => ({ PATH: [...folders, PATH].join(delimiter) });

/** Runs a program to its end. @throws with all it printed when it fails */
export async function run(cwd: string, command: string, ...args: readonly string[]): Promise<string> {
  const maxBuffer = 64 * 1024 * 1024;
  const { stdout } = await promisify(execFile)(command, args, { cwd, env: environment, maxBuffer }).catch(
    (error: Error & { stdout: string; stderr: string }) => {
      throw new Error(`${error.message}\n${error.stdout}\n${error.stderr}`);
    },
  );
  return stdout;
}

/** Starts a program. */
export function start(cwd: string, env: Readonly<Record<string, string>>, command: string, ...args: readonly string[]) {
  return spawn(command, args, { cwd, env: { ...environment, ...env }, stdio: 'pipe' });
}

/** What `npm pack` says of the package that it made. */
export interface Packed {
  readonly file: string;
  /** Bytes of the package as it is downloaded. */
  readonly size: number;
  readonly paths: readonly string[];
}

const Entry = z.object({ filename: z.string(), size: z.number(), files: z.array(z.object({ path: z.string() })) });
/** Which has been a list with one entry, and an object with one. */
const Report = z.union([z.array(Entry), z.record(z.string(), Entry)]).transform((report, context) => {
  const [entry] = Object.values(report);
  if (entry === undefined) context.addIssue('npm packed nothing');
  return entry ?? z.NEVER;
});

/** Packs the repository as for a release. */
export async function pack(): Promise<Packed> {
  const folder = await mkdtemp(join(tmpdir(), 'packed-'));
  const printed = await run(ROOT, 'npm', 'pack', '--json', '--pack-destination', folder);
  const { filename, size, files } = Report.parse(JSON.parse(printed.slice(printed.search(/^[[{]/m))));
  return { file: join(folder, filename), size, paths: files.map(({ path }) => path) };
}

/** A step of the `Dockerfile`, such as `RUN npm install`. */
interface Step {
  readonly keyword: string;
  readonly text: string;
}

/** The steps of the `Dockerfile`, in order. */
export async function dockerSteps(): Promise<Step[]> {
  const text = await readFile(join(ROOT, 'Dockerfile'), 'utf8');
  return DockerfileParser.parse(text)
    .getInstructions()
    .map((step) => ({ keyword: step.getKeyword(), text: step.getArgumentsContent() ?? '' }));
}

/** Does what the `Dockerfile` does, as plain commands: a new folder stands for `/app`, and `data` in it for `/data`. */
export async function installAsDocker(file: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'consumer-'));
  const id = `${process.getuid?.()}:${process.getgid?.()}`;
  for (const { keyword, text } of await dockerSteps()) {
    if (keyword === 'COPY') await copyFile(file, join(folder, basename(file)));
    const here = text.replaceAll('/data', join(folder, 'data')).replaceAll('node:node', id);
    if (keyword === 'RUN') await run(folder, 'sh', '-c', here);
  }
  return folder;
}

/** The templates and the lists of assets of a cloud assembly, by file name. */
export async function templatesIn(folder: string): Promise<Record<string, unknown>> {
  const names = (await readdir(folder)).filter((name) => /\.(template|assets)\.json$/.test(name)).sort();
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return Object.fromEntries(names.map((name, index) => [name, JSON.parse(texts[index] ?? '')]));
}
