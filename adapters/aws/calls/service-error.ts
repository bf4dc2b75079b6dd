import { type JsonObject, parseJsonObject } from '../../../core/message/json-object.ts';
import type { HttpAnswer } from './http-post.ts';

/** An answer of a service that is no success. */
export interface ServiceRefusal {
  /** The service's name of the error, such as `ConditionalCheckFailedException`. */
  readonly name: string;
  readonly message: string;
  readonly status: number;
  /** What AWS's support asks for. */
  readonly requestId: string | undefined;
  /** How long the service would like to be left alone, milliseconds. */
  readonly retryAfterMs: number | undefined;
  /** What the service's clock says, if it refused because the signature has another date. Epoch milliseconds. */
  readonly clock: number | undefined;
  readonly body: JsonObject;
}

/** A service refused a call. `name` is the name that the service gave its error. */
export class ServiceError extends Error {
  readonly $metadata: { readonly httpStatusCode: number; readonly requestId: string | undefined };
  readonly retryAfterMs: number | undefined;
  readonly clock: number | undefined;

  constructor({ name, message, status, requestId, retryAfterMs, clock }: ServiceRefusal) {
    super(message);
    this.name = name;
    this.$metadata = { httpStatusCode: status, requestId };
    this.retryAfterMs = retryAfterMs;
    this.clock = clock;
  }
}

/** Names of errors that a wrong date can cause. */
const OF_DATES: ReadonlySet<string> = new Set([
  'AuthFailure',
  'InvalidSignatureException',
  'RequestExpired',
  'RequestInTheFuture',
  'RequestTimeTooSkewed',
  'SignatureDoesNotMatch',
]);
/** AWS takes signatures that are up to five minutes old. */
const MOST_SKEW_MS = 4 * 60_000;

/**
 * What an answer says of its error. The body need not be JSON: a proxy or a load balancer may have answered.
 *
 * @param signedAt epoch milliseconds
 */
export function refusalIn({ status, headers, text }: HttpAnswer, signedAt: number): ServiceRefusal {
  const body: JsonObject = parseJsonObject(text) ?? {};
  const type = body['__type'] ?? headers['x-amzn-errortype'];
  const message = body['message'] ?? body['Message'];
  const id = headers['x-amzn-requestid'];
  const wait = Number(headers['x-amz-retry-after']);
  const name = typeof type === 'string' ? nameIn(type) : 'UnknownError';
  const clock = OF_DATES.has(name) ? Date.parse(headers.date ?? '') : signedAt;
  return {
    name,
    message: typeof message === 'string' ? message : `AWS answered ${status} without a reason.`,
    status,
    requestId: typeof id === 'string' ? id : undefined,
    retryAfterMs: Number.isNaN(wait) ? undefined : wait,
    clock: Math.abs(clock - signedAt) >= MOST_SKEW_MS ? clock : undefined,
    body,
  };
}

/** Without the namespace before it and the URL after it. */
function nameIn(type: string): string {
  const [name = ''] = type.slice(type.lastIndexOf('#') + 1).split(/[:,]/);
  return name;
}
