import { readFile } from 'node:fs/promises';
import { Failure, wrongUse } from '../failure.ts';
import { readStdin, type Surroundings } from '../terminal/surroundings.ts';

interface Given {
  readonly words: readonly string[];
  readonly file?: string;
}

/** The text of a command: its words, a file, or what is piped in. @throws Failure when there is none */
export async function textOf(surroundings: Surroundings, { words, file }: Given): Promise<string> {
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
