import process from 'node:process';
import { wrongUse } from '../failure.ts';
import { planDestination } from '../router/destination.ts';
import type { Printer } from '../terminal/print.ts';
import type { Surroundings } from '../terminal/surroundings.ts';
import { askOptions, choiceIn } from './ask-options.ts';
import { askPeople } from './ask-people.ts';
import type { SendOptions } from './send.ts';
import { textOf } from './text-of.ts';

interface AskOptions extends SendOptions {
  readonly option: readonly string[];
  readonly expires: number;
  readonly onExpiry?: string;
  readonly approver?: readonly string[];
}

/** Asks people, waits, prints the option that they chose, and says by the exit status which it was. */
export async function ask(surroundings: Surroundings, print: Printer, given: AskOptions): Promise<void> {
  const { title, priority, tag: tags, approver: approvers, expires: expiresIn } = given;
  const options = askOptions(given.option);
  const onExpiry = onExpiryIn(options, given.onExpiry);
  const destination = await planDestination(surroundings, { webhook: given.webhook });
  const message = await textOf(surroundings, given);
  const question = { title, message, priority, tags, options, expiresIn, onExpiry, approvers };
  const standing = await askPeople(await destination(), question, print);
  if (standing === undefined) return;
  const { label, exitStatus } = choiceIn(standing, options);
  if (given.json === true) print.json(standing);
  else if (label !== undefined) print.line(label);
  process.exitCode = exitStatus;
}

function onExpiryIn(options: ReturnType<typeof askOptions>, wanted: string | undefined): string | undefined {
  if (wanted === undefined) return undefined;
  const found = options.find(({ label }) => label === wanted);
  if (found === undefined) throw wrongUse('--on-expiry is none of the options');
  return found.id;
}
