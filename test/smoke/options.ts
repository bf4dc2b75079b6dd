import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Credentials } from '../../local/first-start/credentials.ts';
import type { Target } from './router.ts';

/** What the command line asks for. */
export interface Options {
  readonly target: Target;
  readonly only: string;
  readonly json: boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;

export const USAGE = 'usage: npm run smoke -- [https://base-url] [--token nrm_…] [--only text] [--json]';

/**
 * Reads the command line. Without an address it is the router of `npm start`, whose credentials file has the token,
 * too. Settings that are not the defaults are told by the environment, under their own names.
 *
 * @throws when it is not known where to go, or as whom
 */
export function readOptions(args: readonly string[], environment: Environment): Options {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { token: { type: 'string' }, only: { type: 'string' }, json: { type: 'boolean' } },
  });
  const local = localCredentials(environment);
  const baseUrl = (positionals[0] ?? local?.baseUrl ?? '').replace(/\/$/, '');
  if (!/^https?:\/\/[^/\s]+$/.test(baseUrl)) throw new Error('No base URL: give one, or start a router here.');
  const token =
    values.token ?? environment['NOTIFY_TOKEN'] ?? (local?.baseUrl === baseUrl ? local.managementToken : '');
  if (token === '') throw new Error("No token: give an owner's management token as --token, or in NOTIFY_TOKEN.");
  const setting = (name: string, otherwise: number): number => Number(environment[name] ?? otherwise);
  const target = {
    baseUrl,
    token,
    maxBodyBytes: setting('WEBHOOK_MAX_BODY_BYTES', 1_048_576),
    maxHops: setting('WEBHOOK_MAX_HOPS', 3),
    maxStreams: Math.min(setting('STREAM_MAX_PER_CHANNEL', 20), setting('STREAM_MAX_PER_IP', 20)),
  };
  return { target, only: values.only ?? '', json: values.json ?? false };
}

function localCredentials(environment: Environment): Credentials | undefined {
  const file = join(environment['DATA_DIR'] ?? '.local', 'credentials.json');
  return existsSync(file) ? Credentials.parse(JSON.parse(readFileSync(file, 'utf8'))) : undefined;
}
