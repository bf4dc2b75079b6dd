import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type * as z from 'zod/mini';
import { Failure } from '../failure.ts';
import { reach, refusal, Refusal } from './answers.ts';
import { retryAfterMs } from './retry-after.ts';
import type { Destination } from './destination.ts';

const SEND_TIMEOUT_MS = 30_000;
/** Before each further try. The key for repetitions makes a second try safe. */
const RETRY_AFTER_MS = [250, 1000] as const;
/** Longer than this, a caller of a send would rather hear that it failed. */
const MOST_RETRY_AFTER_MS = 10_000;

/** What is posted to a webhook, and what a 201 looks like. */
interface Post<T> {
  readonly json: string;
  readonly answer: z.ZodMiniType<T>;
  /** What to do next about a status; what is wrong with a request says it itself. */
  readonly advice: (status: number, body: unknown) => string | undefined;
  /** When to give up, whatever is left to try. */
  readonly signal?: AbortSignal | undefined;
}

/** Posts a JSON text as it is, and again when nothing or a router in trouble answers. @throws Failure when it was not accepted */
export async function postJson<T>({ endpoint, key }: Destination, wanted: Post<T>): Promise<T> {
  const headers = {
    'content-type': 'application/json',
    'idempotency-key': randomUUID(),
    ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
  };
  const once = async () => {
    const signals = [AbortSignal.timeout(SEND_TIMEOUT_MS), ...(wanted.signal === undefined ? [] : [wanted.signal])];
    const signal = AbortSignal.any(signals);
    const request = { method: 'POST', body: wanted.json, headers, signal, redirect: 'error' } as const;
    return accepted(await reach(async () => fetch(endpoint, request), endpoint.host), wanted);
  };
  for (const delay of RETRY_AFTER_MS) {
    try {
      return await once();
    } catch (error) {
      if (wanted.signal?.aborted === true || !mayPass(error)) throw error;
      const asked = error instanceof Refusal ? (error.retryAfterMs ?? 0) : 0;
      await wait(Math.max(delay, Math.min(asked, MOST_RETRY_AFTER_MS)));
    }
  }
  return once();
}

async function accepted<T>(response: Response, { answer, advice }: Post<T>): Promise<T> {
  const body: unknown = await response.json().catch(() => undefined);
  if (!response.ok) {
    throw refusal(response.status, body, {
      advice: advice(response.status, body),
      retryAfterMs: retryAfterMs(response),
    });
  }
  const parsed = answer.safeParse(body);
  if (!parsed.success) throw new Failure('what answered is no webhook of a router; check NOTIFY_ENDPOINT');
  return parsed.data;
}

/** No answer, or one of a router that is busy or in trouble. Everything else would be refused again. */
const mayPass = (error: unknown): boolean =>
  error instanceof Refusal
    ? (error.httpStatus >= 500 && error.httpStatus !== 508) || error.retryAfterMs !== undefined
    : error instanceof Failure && error.cause !== undefined;
