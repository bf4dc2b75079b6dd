import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import { askIn } from '../../adapters/aws/asks/ask-rows.ts';
import { pageTokenOf, senderSecretOf } from '../../core/ask/addresses.ts';
import type { Ask } from '../../core/ask/ask.ts';
import { buttonTokenOf } from '../../core/ask/button-token.ts';
import { channelKinds } from '../../core/channels/registry.ts';
import { isId } from '../../core/message/ids.ts';

/** Shorter ones would be found by chance. */
const SHORTEST = 8;

/** Under these names the API and the directory hold what no log may, or an address that has it in its path. */
const SECRET_NAMES = new Set(
  [
    'publicId',
    'streamId',
    'endpointUrl',
    'streamUrl',
    'pushUrl',
    'apiKey',
    'managementToken',
    'token',
    'link',
    'answerUrl',
    'taskToken',
    'password',
  ].concat(Object.values(channelKinds).flatMap(({ secrets }) => secrets.map((path) => path.split('.')[0] ?? path))),
);

/** What a test has seen that no log may hold. */
export class SeenSecrets {
  readonly #names = new Map<string, string>();

  get count(): number {
    return this.#names.size;
  }

  /** Remembers one, by a name that may be printed. An address is secret by the end of its path and by its query. */
  add(name: string, value: string): void {
    for (const secret of URL.canParse(value) ? secretsOf(new URL(value)) : [value]) {
      // A masked secret is no secret.
      if (secret.length >= SHORTEST && !secret.includes('•')) this.#names.set(secret, name);
    }
  }

  /** Remembers every secret in what was sent or answered as JSON. */
  learn(value: unknown): void {
    // A list instead of recursion: bodies may be nested deeper than the stack.
    const found: [value: unknown, name: string | undefined][] = [[value, undefined]];
    for (const [item, name] of found) {
      if (typeof item === 'string' && name !== undefined) this.add(name, item);
      if (typeof item !== 'object' || item === null) continue;
      for (const [key, inner] of Object.entries(item)) {
        // Whatever senders sent may have such names, and is not secret by them.
        if (key !== 'payload') found.push([inner, SECRET_NAMES.has(key) ? key : name]);
      }
    }
  }

  /** Remembers the addresses of all webhooks and streams, and all that answers asks, as a stack has them stored. */
  async learnStored(door: string, tables: readonly string[]): Promise<void> {
    for (const { publicId, streamId, sk } of await itemsOf(door, tables, 'Directory')) {
      if (!String(sk).startsWith('AUDIT#')) this.learn({ publicId, streamId });
    }
    for (const { secret, name } of await askSecretsIn(door, tables)) this.add(name, secret);
  }

  /** The names of those that stand in a text. */
  namesIn(text: string): string[] {
    return [...this.#names].filter(([secret]) => text.includes(secret)).map(([, name]) => name);
  }

  /** The names of those that stand in the audit log of a directory: its entries live longer than they do. */
  async namesInAudit(door: string, tables: readonly string[]): Promise<string[]> {
    const items = await itemsOf(door, tables, 'Directory');
    return this.namesIn(JSON.stringify(items.filter(({ sk }) => String(sk).startsWith('AUDIT#'))));
  }

  /** Every line of the logs in a folder, and of `printed`, with a secret in it; the secret itself is left out. */
  async findIn(logDir: string, printed: string): Promise<string[]> {
    const files = await readdir(logDir);
    const logs = await Promise.all(
      files.map(async (file) => [file, await readFile(join(logDir, file), 'utf8')] as const),
    );
    return [...logs, ['output', withoutFirstSteps(printed)] as const].flatMap(([file, text]) =>
      [...this.#names, ...(file === 'synth.log' ? [] : generatedIn(text))]
        .filter(([secret]) => text.includes(secret))
        .map(([secret, name]) => `${name} in ${file}: ${lineWith(text, secret).replaceAll(secret, `<${name}>`)}`),
    );
  }
}

/** A secret of an ask. */
interface AskSecret {
  readonly name: string;
  readonly secret: string;
  /** The one channel that gets to know it; absent: none does. */
  readonly channelId?: string;
}

/** All that can be derived of the asks behind a door. */
export async function askSecretsIn(door: string, tables: readonly string[]): Promise<AskSecret[]> {
  const items = await itemsOf(door, tables, 'Asks');
  return items.filter(({ askId }) => isId('ask', String(askId))).flatMap((item) => secretsOfAsk(askIn(item)));
}

function secretsOfAsk(ask: Ask): AskSecret[] {
  const inChannel = ({ channelId }: Ask['channels'][number]): AskSecret[] => [
    { name: 'page', secret: pageTokenOf(ask, channelId), channelId },
    ...ask.options.map((_, option) => ({
      name: 'button',
      secret: buttonTokenOf(ask, { channelId, option }),
      channelId,
    })),
  ];
  return [
    { name: 'seed of an ask', secret: ask.seed },
    { name: 'answerUrl', secret: senderSecretOf(ask) },
    ...(ask.taskToken === undefined ? [] : [{ name: 'taskToken', secret: ask.taskToken }]),
    ...ask.channels.flatMap(inChannel),
  ];
}

/** Everything in a table behind a door. */
async function itemsOf(
  door: string,
  tables: readonly string[],
  named: 'Directory' | 'Asks',
): Promise<Record<string, unknown>[]> {
  const credentials = { accessKeyId: 'operator', secretAccessKey: 'local' };
  const client = DynamoDBDocumentClient.from(
    new DynamoDBClient({ endpoint: door, region: 'us-east-1', credentials, maxAttempts: 20 }),
  );
  const items: Record<string, unknown>[] = [];
  const TableName = tables.find((name) => name.includes(named));
  for await (const page of paginateScan({ client }, { TableName })) items.push(...(page.Items ?? []));
  client.destroy();
  return items;
}

/**
 * Keys, tokens, and what CloudFront proves itself by are 64 hexadecimal digits. So are hashes: those of ids stand after
 * a `#`, those of assets after a dot, and synthesis may print others.
 */
const generatedIn = (text: string): [string, string][] =>
  [...text.matchAll(/(?<![#.\da-f])[\da-f]{64}(?![\da-f])/g)].map(([secret]) => [secret, 'generated secret']);

const secretsOf = ({ pathname, searchParams }: URL): string[] => [
  pathname.split('/').at(-1) ?? '',
  ...searchParams.values(),
];

/** The line that sends a first notification is the one place where a secret is printed (contract, section 1). */
function withoutFirstSteps(printed: string): string {
  return printed
    .split('\n')
    .filter((line) => !line.includes('curl'))
    .join('\n');
}

function lineWith(text: string, secret: string): string {
  return (text.split('\n').find((line) => line.includes(secret)) ?? '').slice(0, 500);
}
