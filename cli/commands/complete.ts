import process from 'node:process';
import tab from '@bomb.sh/tab/commander';
import { Command } from 'commander';

/**
 * Completes the command line. `notify complete zsh` prints a script for the shell, and the script asks with
 * `notify complete -- <words so far>`.
 *
 * @param program gets the command `complete`, which it must not have yet
 */
export function complete(program: object): void {
  // The types that infer options are not those of the library below them, but the classes are.
  if (!(program instanceof Command)) throw new TypeError('not a program of commander');
  tab(program);
  program.parse(process.argv);
}
