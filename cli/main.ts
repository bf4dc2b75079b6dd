/** The command `notify`. What a command does is loaded when it runs, so that `--help` answers at once. */
import process from 'node:process';
import { CommanderError } from 'commander';
import { EXIT, Failure } from './failure.ts';
import { programOf } from './program.ts';
import { endWhenNobodyReads, surroundingsOf } from './terminal/surroundings.ts';

const surroundings = surroundingsOf();
endWhenNobodyReads(surroundings);
try {
  await programOf(surroundings).parseAsync(process.argv);
} catch (error) {
  process.exitCode = statusOf(error);
}

function statusOf(error: unknown): number {
  // The parser has said already what is wrong. Asking for help is no mistake.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : EXIT.wrongUse;
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(
    `notify: ${error instanceof Failure ? '' : 'unexpected failure: '}${message.replaceAll(/\s+/g, ' ')}\n`,
  );
  return error instanceof Failure ? error.status : EXIT.failure;
}
