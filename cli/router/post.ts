import * as z from 'zod/mini';
import type { Destination } from './destination.ts';
import { postJson } from './post-json.ts';

/** A notification as people write it. */
export interface Notification {
  readonly title?: string | undefined;
  readonly message: string;
  readonly priority?: number | undefined;
  readonly tags?: readonly string[] | undefined;
}

const Accepted = z.object({ messageId: z.string() });
/** What the router answers with 201. */
export type Accepted = z.infer<typeof Accepted>;

const ADVICE: Readonly<Record<number, string>> = {
  401: 'set NOTIFY_KEY to the key of the webhook',
  403: 'switch the webhook on in the dashboard',
  404: 'check NOTIFY_ENDPOINT: it is the whole address that the dashboard shows for the webhook',
  413: 'send less',
  429: 'the quota of the month is used up; ask an owner to raise it',
};

/** What to do next about a status of a send. */
export function adviceOfSend(status: number): string | undefined {
  return status === 400 ? undefined : (ADVICE[status] ?? 'try again in a few seconds');
}

/** Sends a JSON text as it is. @throws Failure when it was not accepted */
export async function post(destination: Destination, json: string): Promise<Accepted> {
  return postJson(destination, { json, answer: Accepted, advice: adviceOfSend });
}

/** Sends a notification. @throws Failure when it was not accepted */
export async function send(destination: Destination, notification: Notification): Promise<Accepted> {
  return post(destination, JSON.stringify(notification));
}
