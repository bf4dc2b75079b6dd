import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { finished } from 'node:stream/promises';
import { place } from '#place';
import { RUNNER_SETTINGS } from '../../lib/config/runner-settings.ts';
import type { LocalSettings } from '../settings.ts';
import { sourceHash } from './source-hash.ts';

/** Stands for the base URL in the templates, so that synthesis does not depend on the port. */
export const BASE_URL_PLACEHOLDER = 'http://base-url.invalid';

/** What to synthesize, and where to. */
export interface SynthesisOptions {
  readonly dataDir: string;
  /** Absolute path of the app. @default the router alone */
  readonly app: string | undefined;
  /** CDK context besides that of `cdk.json`, which the app reads itself. */
  readonly context: Readonly<Record<string, string>>;
}

/** What the app is told of the settings. */
export const contextOf = ({ context }: Pick<LocalSettings, 'context'>): SynthesisOptions['context'] => ({
  PUBLIC_BASE_URL: BASE_URL_PLACEHOLDER,
  ...context,
});

/** Synthesis failed; its output is in the log. */
class SynthesisFailed extends Error {
  override readonly name = 'SynthesisFailed';

  constructor(log: string) {
    super(`the CDK app does not synthesize; see ${log}`);
  }
}

/**
 * Synthesizes the CDK app into `<dataDir>/cdk.out`, unless what is there was made from the same sources and settings. What
 * another app than the router's depends on is not known, so that is synthesized each time.
 *
 * @returns the folder of the cloud assembly.
 * @throws SynthesisFailed
 */
export async function synthesize({ dataDir, app, context }: SynthesisOptions): Promise<string> {
  const output = join(dataDir, 'cdk.out');
  const hashFile = join(output, 'source-hash');
  const hash = await sourceHash(place, context);
  const existing = await readFile(hashFile, 'utf8').catch(() => '');
  if (existing === hash && app === undefined) return output;
  await rm(output, { recursive: true, force: true });
  await runApp({ dataDir, app, context, output });
  // Written last: an interrupted synthesis leaves no hash, and is done again.
  if (app === undefined) await writeFile(hashFile, hash);
  return output;
}

async function runApp(options: SynthesisOptions & { output: string }): Promise<void> {
  const { dataDir, app = place.app, context, output } = options;
  await mkdir(join(dataDir, 'logs'), { recursive: true });
  const log = join(dataDir, 'logs', 'synth.log');
  const stream = createWriteStream(log);
  const child = spawn(process.execPath, [app], {
    cwd: options.app === undefined ? place.root : dirname(app),
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      // oxlint-disable-next-line node/no-process-env -- esbuild's own binary and the CDK find their tools by it
      ...process.env,
      CDK_OUTDIR: output,
      CDK_CONTEXT_JSON: JSON.stringify(options.app === undefined ? context : { [RUNNER_SETTINGS]: context }),
    },
  });
  child.stdout.pipe(stream, { end: false });
  child.stderr.pipe(stream, { end: false });
  const code = await new Promise<number | null>((settle, reject) => {
    child.once('error', reject);
    child.once('close', settle);
  });
  await finished(stream.end());
  if (code !== 0) throw new SynthesisFailed(log);
}
