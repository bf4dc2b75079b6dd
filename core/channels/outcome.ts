import type { SeenResponse } from './seen-response.ts';
import type { HttpResponse, NetworkFailure, OutboundResult } from './http-exchange.ts';

/** The result of one attempt. */
export type Outcome = Delivered | Retry | Failed;

/**
 * The settled part of a delivery whose requests each have their own recipient, by the recipient's name: empty if the
 * request was taken, else why it never will be. A retry repeats only recipients that are not here.
 */
export type Settled = Readonly<Record<string, string>>;

/** What an attempt leaves for operators. */
interface ForOperators {
  /** The receiver's answer, if it was no success. */
  readonly response?: SeenResponse;
  /** What was ignored on the way, such as a template that failed. */
  readonly notes?: readonly string[];
}

interface RecipientNews extends ForOperators {
  /** Recipients of the channel that are gone for good and will be forgotten, by their ids in its config. */
  readonly gone?: readonly string[];
  /** Recipients of the channel that took it in this attempt, by their ids in its config, if the kind keeps count. */
  readonly reached?: readonly string[];
}

/** When some recipients took a delivery that has not succeeded as a whole: in this attempt or an earlier one. */
export type Taken = 'now' | 'before';

interface Delivered extends RecipientNews {
  readonly kind: 'delivered';
  readonly status?: number;
  /** What a new post of an alert is changed by later; absent where the vendor does not say. Holds no secret. */
  readonly reference?: string;
  /** A post was changed in its place, and none was made. */
  readonly edited?: true;
}

/** A later attempt may succeed. */
export interface Retry extends RecipientNews {
  readonly kind: 'retry';
  readonly error: string;
  readonly status?: number;
  /** Recipients that need no further attempt, if the channel has several. */
  readonly settled?: Settled;
  readonly taken?: Taken;
  /** The receiver asked for this wait, 1 to `MAX_RETRY_AFTER_SECONDS`; such a retry uses up no attempt. */
  readonly retryAfterSeconds?: number;
}

/** No later attempt will succeed. */
interface Failed extends RecipientNews {
  readonly kind: 'failed';
  readonly error: string;
  readonly status?: number;
  /** The destination is gone for good: the channel is switched off, and this is the reason shown. */
  readonly disableChannel?: string;
  readonly taken?: Taken;
}

/** The vendor refused this form of the message but may take another: tried once, in the same attempt. */
export interface SendAgain {
  readonly kind: 'send-again';
  /** The error to report if the second form is refused too. */
  readonly error: string;
  readonly status: number;
  readonly response?: SeenResponse;
  readonly adjustment: Adjustment;
}

/** How a rendering must differ from the first one of its attempt. */
export interface Adjustment {
  /** Without markup: the vendor could not read the rich form. */
  readonly plainText?: true;
  /** The vendor moved the destination: this is its new name. */
  readonly destination?: string;
  /** As a new post: the one to change is gone. */
  readonly anew?: true;
  /** Without buttons: the vendor would not tell of presses. */
  readonly withoutButtons?: true;
}

/** What a channel kind makes of one answer. */
export type Verdict = Outcome | SendAgain;

/** A longer wait that a receiver asks for is cut to a day. */
export const MAX_RETRY_AFTER_SECONDS = 24 * 60 * 60;

const GONE = 410;
/** The status with which a receiver says that it has seen this notification before. */
export const LOOP_DETECTED = 508;
const RETRIED = new Set([408, 425, 429]);

/**
 * What an answer means unless a channel kind knows better.
 *
 * @param now epoch milliseconds, against which a date in `Retry-After` is read
 */
export function classifyStatus(response: HttpResponse, now: number): Outcome {
  const { status } = response;
  if (status >= 200 && status < 300) return { kind: 'delivered', status };
  if (RETRIED.has(status) || (status >= 500 && status !== LOOP_DETECTED)) return retryOf(response, now);
  const error = failureText(status);
  return status === GONE ? { kind: 'failed', status, error, disableChannel: error } : { kind: 'failed', status, error };
}

/** A retry that honours the answer's `Retry-After`; `error` says what the vendor reports, if anything. */
export function retryOf(
  response: HttpResponse,
  now: number,
  error = `the receiver answered ${response.status}`,
): Retry {
  const retryAfterSeconds = readRetryAfter(response.headers['retry-after'], now);
  return {
    kind: 'retry',
    status: response.status,
    error,
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  };
}

/** The result of one exchange: an answer as `classify` reads it, or none. */
export function outcomeOf<Known>(result: OutboundResult, classify: (response: HttpResponse) => Known): Known | Outcome {
  switch (result.kind) {
    case 'response':
      return classify(result);
    case 'refused':
      return { kind: 'failed', error: `not sent: ${result.reason}` };
    case 'failed':
      return { kind: 'retry', error: networkErrorText(result) };
    default:
      throw new Error(`no outcome is known for ${JSON.stringify(result satisfies never)}`);
  }
}

/** Says when a failure is ambiguous, so that an operator knows that a retry may repeat the message. */
function networkErrorText({ message, maybeDelivered }: NetworkFailure): string {
  return maybeDelivered ? `${message}; it may have been delivered` : message;
}

function failureText(status: number): string {
  if (status === GONE) return 'the receiver answered 410: it is gone for good';
  if (status === LOOP_DETECTED) return 'the receiver answered 508: the notification is going round in a loop';
  if (status >= 300 && status < 400) {
    return `the receiver answered ${status}: redirects are not followed, so the channel needs the final address`;
  }
  return `the receiver answered ${status}`;
}

const SECONDS = /^\d+$/;
/** The three date forms of RFC 9110 section 5.6.7; the third, of asctime, names no zone and means UTC. */
const HTTP_DATE = /^[A-Z][a-z]{2,8},? .*\d{2}:\d{2}:\d{2}( GMT| \d{4})$/;

/**
 * Reads a `Retry-After` header, seconds or a date.
 *
 * @param now epoch milliseconds
 * @returns whole seconds, 1 to `MAX_RETRY_AFTER_SECONDS`; `undefined` when absent or unreadable
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-10.2.3
 */
export function readRetryAfter(header: string | undefined, now: number): number | undefined {
  const value = header?.trim() ?? '';
  if (SECONDS.test(value)) return clampWait(Number(value));
  if (!HTTP_DATE.test(value)) return undefined;
  const at = Date.parse(value.endsWith(' GMT') ? value : `${value} GMT`);
  return Number.isNaN(at) ? undefined : clampWait((at - now) / 1000);
}

/**
 * A wait that a receiver asks for, in whole seconds from 1 to `MAX_RETRY_AFTER_SECONDS`. Never 0: a receiver that always
 * asks for "at once" would be tried in a tight loop without using up an attempt.
 */
export function clampWait(seconds: number): number {
  return Math.min(Math.max(Math.ceil(seconds), 1), MAX_RETRY_AFTER_SECONDS);
}
