import { messagesOf, openRouter, webhooksOf, type MessageQuery } from '../router/router.ts';
import { webhookNamed } from '../router/webhook-choice.ts';
import type { Printer } from '../terminal/print.ts';
import type { Surroundings } from '../terminal/surroundings.ts';
import { messageLine } from './message-words.ts';

interface MessagesOptions {
  readonly webhook?: string;
  readonly state?: NonNullable<MessageQuery['state']>;
  readonly from?: string;
  readonly to?: string;
  readonly query?: string;
  readonly limit: number;
  readonly json?: boolean;
}

/** Lists messages, newest first. */
export async function messages(surroundings: Surroundings, print: Printer, options: MessagesOptions): Promise<void> {
  const router = await openRouter(surroundings);
  const { webhook, state, from, to, query: q } = options;
  const webhookId = webhook === undefined ? undefined : webhookNamed(await webhooksOf(router), webhook).id;
  const query: MessageQuery = {
    ...(webhookId === undefined ? {} : { webhookId }),
    ...(state === undefined ? {} : { state }),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
    ...(q === undefined ? {} : { q }),
  };
  const found = await messagesOf(router, query, options.limit);
  for (const message of found) {
    if (options.json === true) print.json(message);
    else print.line(messageLine(message, print.paint));
  }
  if (found.length === 0) print.note('no message fits');
}
