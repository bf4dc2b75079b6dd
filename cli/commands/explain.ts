import { messageOf, messagePage, openRouter } from '../router/router.ts';
import type { Printer } from '../terminal/print.ts';
import type { Surroundings } from '../terminal/surroundings.ts';
import { explanation } from './message-words.ts';

interface ExplainOptions {
  readonly messageId: string;
  readonly json?: boolean;
}

/** Says where a message went, where it did not, and why. */
export async function explain(surroundings: Surroundings, print: Printer, options: ExplainOptions): Promise<void> {
  const router = await openRouter(surroundings);
  const message = await messageOf(router, options.messageId);
  if (options.json === true) print.json(message);
  else print.line(explanation(message, messagePage(router, message.id), print.paint));
}
