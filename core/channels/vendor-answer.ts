import type * as z from 'zod';
import type { HttpResponse } from './http-exchange.ts';
import { clampWait, classifyStatus, type Outcome, retryOf, type SendAgain } from './outcome.ts';
import { codePoints, fit } from './text-limit.ts';

const MAX_SAID_CHARACTERS = 300;

/** The body of an answer when it is JSON of this shape. */
export function answerOf<T>(response: HttpResponse, schema: z.ZodType<T>): T | undefined {
  try {
    return schema.safeParse(JSON.parse(response.body)).data;
  } catch {
    return undefined;
  }
}

/** An answer with what the vendor says in it. */
export interface VendorAnswer {
  readonly response: HttpResponse;
  /** Epoch milliseconds. */
  readonly now: number;
  /** The vendor's own words; absent or empty if it says nothing helpful. */
  readonly said?: string | undefined;
}

/** What an answer means by its status, in the vendor's own words. */
export function byStatus({ response, now, said }: VendorAnswer): Outcome {
  const outcome = classifyStatus(response, now);
  if (outcome.kind === 'delivered') return outcome;
  const error = withWords(outcome.error, said);
  const isOff = outcome.kind === 'failed' && outcome.disableChannel !== undefined;
  return { ...outcome, error, ...(isOff ? { disableChannel: error } : {}) };
}

/** No later attempt will succeed, whatever the status. */
export function refusedForGood({ response: { status }, said }: VendorAnswer): Outcome {
  return { kind: 'failed', status, error: withWords(`the receiver answered ${status}`, said) };
}

/** The destination or its credentials are gone for good: the channel is switched off. */
export function gone({ response: { status }, said }: VendorAnswer): Outcome {
  const error = withWords(`the receiver answered ${status}`, said);
  return { kind: 'failed', status, error, disableChannel: error };
}

/**
 * A later attempt may succeed, whatever the status.
 *
 * @param afterSeconds the wait that the body asks for; absent: the header decides
 */
export function retried({ response, now, said }: VendorAnswer, afterSeconds?: number): Outcome {
  const retry = retryOf(response, now, withWords(`the receiver answered ${response.status}`, said));
  return afterSeconds === undefined ? retry : { ...retry, retryAfterSeconds: clampWait(afterSeconds) };
}

/** The vendor could not read the rich form: it gets plain text once. */
export function plainTextPlease({ response: { status }, said }: VendorAnswer): SendAgain {
  const error = withWords(`the receiver answered ${status}`, said);
  return { kind: 'send-again', status, error, adjustment: { plainText: true } };
}

/** The words in one short line. */
function withWords(error: string, said = ''): string {
  const words = said
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  return words === '' ? error : `${error}: ${fit(words, MAX_SAID_CHARACTERS, codePoints)}`;
}

/** The error codes in a text, between white space. */
export function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.trim().split(/\s+/));
}
