import { readFile } from 'node:fs/promises';
import { Failure, wrongUse } from '../failure.ts';
import { planDestination } from '../router/destination.ts';
import { send as post } from '../router/post.ts';
import type { Printer } from '../terminal/print.ts';
import { readStdin, type Surroundings } from '../terminal/surroundings.ts';

interface SendOptions {
  readonly words: readonly string[];
  readonly title?: string;
  readonly priority?: number;
  readonly tag?: readonly string[];
  readonly file?: string;
  readonly webhook?: string;
  readonly json?: boolean;
}

/** Sends one notification and prints its id. */
export async function send(surroundings: Surroundings, print: Printer, options: SendOptions): Promise<void> {
  const { title, priority, tag: tags, webhook } = options;
  const destination = await planDestination(surroundings, { webhook });
  const message = await textOf(surroundings, options);
  const accepted = await post(await destination(), { title, message, priority, tags });
  if (options.json === true) print.json(accepted);
  else print.line(accepted.messageId);
}

async function textOf(surroundings: Surroundings, { words, file }: SendOptions): Promise<string> {
  if (words.length > 0 && file !== undefined) throw wrongUse('give a text or --file, not both');
  if (file !== undefined && file !== '-') return readText(file);
  if (words.length > 0) return words.join(' ');
  if (file === undefined && surroundings.stdin.isTTY)
    throw wrongUse('nothing to send; give a text, --file, or pipe one in');
  const piped = (await readStdin(surroundings)).trimEnd();
  if (piped === '') throw new Failure('nothing to send: stdin was empty');
  return piped;
}

async function readText(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new Failure(`cannot read ${file} (${error.code}); check the path`);
  });
  return text.trimEnd();
}
