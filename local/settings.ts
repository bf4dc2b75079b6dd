import { isIP } from 'node:net';
import { isAbsolute, resolve } from 'node:path';
import { parseSettings, SETTING_NAMES } from '../lib/config/settings.ts';

/** What the runner needs besides the settings of the app. */
export interface LocalSettings {
  /** Port of the base URL; 0 is any free one. */
  readonly port: number;
  /** Where that port is open. */
  readonly addresses: readonly string[];
  /** Absolute path of the folder that holds all state. */
  readonly dataDir: string;
  /** Absolute path of the CDK app to run. @default the router alone */
  readonly app: string | undefined;
  /** A DynamoDB endpoint to use instead of the embedded engine. */
  readonly dynamodbEndpoint: string | undefined;
  /** Where programs of this machine are found: `PATH`. */
  readonly searchPath: string;
  /** Concurrent invocations that the account allows; new accounts on AWS have 10. */
  readonly lambdaConcurrency: number;
  /** The app's settings as given, with the runner's own defaults: becomes CDK context. */
  readonly context: Readonly<Record<string, string>>;
}

export type ParsedLocalSettings =
  | { readonly kind: 'ok'; readonly settings: LocalSettings }
  | { readonly kind: 'invalid'; readonly message: string };

/**
 * A laptop's receivers listen on loopback, so outgoing calls may go there. Its mail, and what it sends to AWS, stays on
 * this machine.
 */
const DEFAULTS = {
  OUTBOUND_ALLOWED_CIDRS: '127.0.0.0/8,::1/128',
  EMAIL_FROM: 'Notification router <router@example.com>',
  AWS_TARGETS: 'arn:aws:sns:*:*:*,arn:aws:sqs:*:*:*,arn:aws:events:*:*:event-bus/*',
};

const LOOPBACK = ['127.0.0.1', '::1'];

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the settings of `npm start` from environment variables.
 *
 * @param folder where a relative DATA_DIR and a relative CDK_APP start.
 * @returns the settings, or one line on the first bad one.
 */
export function parseLocalSettings(environment: Environment, folder: string): ParsedLocalSettings {
  const port = readWhole(environment['PORT'] ?? '8080');
  if (port === undefined) {
    return invalid('PORT', environment['PORT'], 'it must be a whole number from 0 to 65535');
  }
  const lambdaConcurrency = readWhole(environment['LAMBDA_CONCURRENCY'] ?? '1000');
  if (lambdaConcurrency === undefined || lambdaConcurrency === 0) {
    return invalid(
      'LAMBDA_CONCURRENCY',
      environment['LAMBDA_CONCURRENCY'],
      'it must be a whole number from 1 to 65535',
    );
  }
  const address = environment['LISTEN_ADDRESS'];
  if (address !== undefined && isIP(address) === 0) {
    return invalid('LISTEN_ADDRESS', address, 'it must be an IP address of this machine, or 0.0.0.0 for all');
  }
  const addresses = address === undefined ? LOOPBACK : [address];
  const dataDir = environment['DATA_DIR'] ?? '.local';
  if (dataDir.trim() === '') return invalid('DATA_DIR', dataDir, 'it must be a path');
  const dynamodbEndpoint = environment['DYNAMODB_ENDPOINT'];
  if (dynamodbEndpoint !== undefined && !/^http:\/\/[^/\s]+$/.test(dynamodbEndpoint)) {
    return invalid('DYNAMODB_ENDPOINT', dynamodbEndpoint, 'it must be an http origin such as http://127.0.0.1:8000');
  }
  const given = SETTING_NAMES.map((name): [string, string | undefined] => [name, environment[name]]);
  const context = { ...DEFAULTS, ...Object.fromEntries(given.filter(isSet)) };
  const parsed = parseSettings(context);
  if (parsed.kind === 'invalid') return parsed;
  const path = isAbsolute(dataDir) ? dataDir : resolve(folder, dataDir);
  const app = environment['CDK_APP'] === undefined ? undefined : resolve(folder, environment['CDK_APP']);
  const searchPath = environment['PATH'] ?? '';
  return {
    kind: 'ok',
    settings: { port, addresses, dataDir: path, app, dynamodbEndpoint, searchPath, lambdaConcurrency, context },
  };
}

function isSet(entry: [string, string | undefined]): entry is [string, string] {
  return entry[1] !== undefined;
}

function readWhole(text: string): number | undefined {
  const number = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  return number <= 65_535 ? number : undefined;
}

function invalid(name: string, value: string | undefined, allowed: string): ParsedLocalSettings {
  const shown = value !== undefined && /^\S+$/.test(value) ? value : JSON.stringify(value);
  return { kind: 'invalid', message: `${name}: ${shown} is not allowed; ${allowed}` };
}
