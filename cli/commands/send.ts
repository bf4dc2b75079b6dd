import { planDestination } from '../router/destination.ts';
import { send as post } from '../router/post.ts';
import type { Printer } from '../terminal/print.ts';
import type { Surroundings } from '../terminal/surroundings.ts';
import { textOf } from './text-of.ts';

/** What every command takes that sends something. */
export interface SendOptions {
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
