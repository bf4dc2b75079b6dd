import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod/mini';
import { Failure } from '../failure.ts';
import { reach, refusal, Refusal } from './answers.ts';
import type { Destination } from './destination.ts';

const SEND_TIMEOUT_MS = 30_000;
/** Before each further try. The key for repetitions makes a second try safe. */
const RETRY_AFTER_MS = [250, 1000] as const;

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

/** What to do next about a status of a send. */
const ADVICE: Readonly<Record<number, string>> = {
  401: 'set NOTIFY_KEY to the key of the webhook',
  403: 'switch the webhook on in the dashboard',
  404: 'check NOTIFY_ENDPOINT: it is the whole address that the dashboard shows for the webhook',
  413: 'send less',
  429: 'the quota of the month is used up; ask an owner to raise it',
};

/** Sends a JSON text as it is. @throws Failure when it was not accepted */
export async function post({ endpoint, key }: Destination, json: string): Promise<Accepted> {
  const headers = {
    'content-type': 'application/json',
    'idempotency-key': randomUUID(),
    ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
  };
  const once = async () => {
    const signal = AbortSignal.timeout(SEND_TIMEOUT_MS);
    const request = { method: 'POST', body: json, headers, signal, redirect: 'error' } as const;
    return accepted(await reach(async () => fetch(endpoint, request), endpoint.host));
  };
  for (const delay of RETRY_AFTER_MS) {
    try {
      return await once();
    } catch (error) {
      if (!mayPass(error)) throw error;
      await wait(delay);
    }
  }
  return once();
}

/** Sends a notification. @throws Failure when it was not accepted */
export async function send(destination: Destination, notification: Notification): Promise<Accepted> {
  return post(destination, JSON.stringify(notification));
}

async function accepted(response: Response): Promise<Accepted> {
  const body: unknown = await response.json().catch(() => undefined);
  if (!response.ok) throw refusal(response.status, body, ADVICE[response.status] ?? 'try again in a few seconds');
  const parsed = Accepted.safeParse(body);
  if (!parsed.success) throw new Failure('what answered is no webhook of a router; check NOTIFY_ENDPOINT');
  return parsed.data;
}

/** No answer, or one of a router in trouble. Everything else would be refused again. */
const mayPass = (error: unknown): boolean =>
  error instanceof Refusal
    ? error.httpStatus >= 500 && error.httpStatus !== 508
    : error instanceof Failure && error.cause !== undefined;
