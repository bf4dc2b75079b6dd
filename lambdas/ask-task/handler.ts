import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import type { PostedAsk } from '../../adapters/http/post-ask.ts';
import type { SecretText } from '../secret-text.ts';

/** What `AskTask` writes into a state machine. */
const Asking = z.object({
  /** The public id of the webhook. */
  webhook: z.string().check(z.regex(/^[A-Za-z0-9_-]{21}$/)),
  /** What is sent to it, as a sender would. */
  asking: z.looseObject({ ask: z.looseObject({ taskToken: z.string() }) }),
});

/** What the history of the execution shows: neither the address nor the token. */
const Asked = z.object({ messageId: z.string(), askId: z.string(), expiresAt: z.string() });

/** What asking needs from outside. */
export interface AskTaskPorts {
  readonly readKey: () => Promise<SecretText>;
  /** Posts to a path below `{base_url}`. */
  readonly post: (path: string, ask: PostedAsk) => Promise<{ readonly status: number; readonly text: string }>;
}

/** The router refuses the ask: sent again, it would refuse it again. */
class AskRefused extends Error {
  override readonly name = 'AskRefused';
}

/** The router could not be asked now. */
class AskNotSent extends Error {
  override readonly name = 'AskNotSent';
}

/**
 * Asks for a task of Step Functions, which fails at once by what this throws: `AskRefused` or `AskNotSent`. The token
 * is what a repetition is known by, so a state that retries asks once.
 */
export function createHandler({ readKey, post }: AskTaskPorts) {
  return async (event: unknown): Promise<z.infer<typeof Asked>> => {
    const { webhook, asking } = Asking.parse(event);
    const key = await readKey();
    if (typeof key !== 'string') throw new AskRefused(`The key of the webhook: ${key.fault}`);
    const id = createHash('sha256').update(asking.ask.taskToken).digest('hex');
    const body = JSON.stringify(asking);
    const { status, text } = await post(`/n/${webhook}/ask`, { key, id, body }).catch(() => NO_ANSWER);
    if (status === 201) return Asked.parse(JSON.parse(text));
    const said = `${status} ${text.slice(0, 1000)}`;
    throw status < 500 && status !== 429 ? new AskRefused(said) : new AskNotSent(said);
  };
}

const NO_ANSWER = { status: 503, text: 'no answer' };
