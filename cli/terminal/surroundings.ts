import process from 'node:process';
import { buffer } from 'node:stream/consumers';

/** What a command sees of the process that it runs in. */
export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
}

/** Those of this process. */
export function surroundingsOf({ env, stdin, stdout, stderr }: NodeJS.Process = process): Surroundings {
  return { env, stdin, stdout, stderr };
}

/** All of stdin. A byte-order mark is left out. */
export async function readStdin({ stdin }: Pick<Surroundings, 'stdin'>): Promise<string> {
  return new TextDecoder().decode(await buffer(stdin));
}

/** Ends the process without a word when nobody reads on, as in `notify messages | head -1`. */
export function endWhenNobodyReads({ stdout }: Pick<Surroundings, 'stdout'>): void {
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0);
    throw error;
  });
}
