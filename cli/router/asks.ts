import * as z from 'zod/mini';
import { reach, saidIn } from './answers.ts';
import type { Destination } from './destination.ts';
import { httpUrl } from './router-url.ts';
import { adviceOfSend, type Notification } from './post.ts';
import { postJson } from './post-json.ts';

const CANCEL_TIMEOUT_MS = 5000;

/** What people are asked. */
export interface Question extends Notification {
  readonly options: readonly { readonly id: string; readonly label: string; readonly style?: 'primary' | 'danger' }[];
  /** Seconds. */
  readonly expiresIn: number;
  /** The id of the option that counts when nobody answers in time. */
  readonly onExpiry?: string | undefined;
  readonly approvers?: readonly string[] | undefined;
}

const Asked = z.object({ askId: z.string(), messageId: z.string(), answerUrl: z.string(), expiresAt: z.string() });

/** An ask that the router took. `answerUrl` is secret: whoever has it hears the answer, and can cancel. */
export type Asked = z.infer<typeof Asked>;

/** Asks. @throws Failure when the router did not take it */
export async function ask(destination: Destination, question: Question, signal?: AbortSignal): Promise<Asked> {
  const { options, expiresIn, onExpiry, approvers, ...notification } = question;
  const endpoint = new URL(destination.endpoint);
  endpoint.pathname = `${endpoint.pathname.replace(/\/+$/, '')}/ask`;
  const json = JSON.stringify({ ...notification, ask: { options, expiresIn, onExpiry, approvers } });
  const asked = await postJson({ ...destination, endpoint }, { json, answer: Asked, advice: adviceOf, signal });
  return { ...asked, answerUrl: httpUrl(asked.answerUrl, 'the address of the answer').href };
}

function adviceOf(status: number, body: unknown): string | undefined {
  const said = saidIn(body) ?? '';
  if (said.startsWith('No channel')) return 'switch on "May answer" for a linked channel in the dashboard';
  if (said.startsWith('Asking requires')) return 'give it one in the dashboard, and set NOTIFY_KEY to it';
  return adviceOfSend(status);
}

/** Takes an ask back. It may have ended already, which is as well. @throws Failure when the router does not answer */
export async function cancel({ answerUrl }: Pick<Asked, 'answerUrl'>): Promise<void> {
  const signal = AbortSignal.timeout(CANCEL_TIMEOUT_MS);
  const call = async () => fetch(answerUrl, { method: 'DELETE', redirect: 'error', signal });
  const response = await reach(call, new URL(answerUrl).host);
  await response.body?.cancel();
}
