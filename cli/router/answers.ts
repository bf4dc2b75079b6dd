import process from 'node:process';
import { Failure } from '../failure.ts';
import { withProgress } from '../terminal/progress.ts';

/** What to do next about a status. */
const ADVICE: Readonly<Record<number, string>> = {
  401: 'sign in again with "notify login", or correct NOTIFY_TOKEN',
  403: 'ask an owner of the organization for the role',
  404: 'check the id, and which router you use with "notify context"',
  409: 'plan again and look at the changes',
  429: 'wait a moment and try again',
  503: 'try again in a few seconds',
};

/** An answer of the router that says no. */
export class Refusal extends Failure {
  readonly httpStatus: number;
  /** After how long the router wants to be asked again, if it said so. */
  readonly retryAfterMs: number | undefined;

  constructor(httpStatus: number, message: string, retryAfterMs?: number) {
    super(message);
    this.httpStatus = httpStatus;
    this.retryAfterMs = retryAfterMs;
  }
}

interface Answer<T> {
  readonly data?: T;
  readonly error?: unknown;
  readonly response: Response;
}

/**
 * The body of a successful answer of the management API.
 *
 * @throws Refusal with what the API said otherwise
 */
export async function bodyOf<T>(call: Promise<Answer<T>>): Promise<NonNullable<T>> {
  const { data, error, response } = await call;
  if (response.ok && data !== undefined && data !== null) return data;
  const { status } = response;
  // What is wrong with a request says itself what to do.
  throw refusal(status, error, { advice: status === 400 ? undefined : (ADVICE[status] ?? 'try again') });
}

/** A refusal in one line: what the router said, and what to do next. */
export function refusal(
  status: number,
  body: unknown,
  { advice, retryAfterMs }: { readonly advice?: string | undefined; readonly retryAfterMs?: number | undefined },
): Refusal {
  const said = [saidIn(body) ?? `the router answered with status ${status}`, ...faultsOf(body)];
  return new Refusal(status, [...said, ...(advice === undefined ? [] : [advice])].join('; '), retryAfterMs);
}

/**
 * Waits for an answer.
 *
 * @param host named in the message; never a whole address, which may be a secret
 * @throws Failure when none comes
 */
export async function reach(call: () => Promise<Response>, host: string): Promise<Response> {
  try {
    return await withProgress(process.stderr, `waiting for ${host}`, call);
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw new Failure(`cannot reach ${host} (${reasonOf(error)}); check the address and that the router runs`, 1, {
      cause: error,
    });
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no connection';
  if (error.name === 'TimeoutError') return 'no answer in time';
  const { cause } = error;
  if (cause instanceof Error && 'code' in cause && typeof cause.code === 'string') return cause.code;
  return cause instanceof Error ? cause.message : 'no connection';
}

/** What the router says is wrong. */
export function saidIn(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || !('error' in body)) return undefined;
  return typeof body.error === 'string' ? body.error : undefined;
}

function faultsOf(body: unknown): string[] {
  if (typeof body !== 'object' || body === null || !('details' in body) || !Array.isArray(body.details)) return [];
  return body.details.flatMap((item: unknown) => {
    if (typeof item !== 'object' || item === null || !('path' in item) || !('message' in item)) return [];
    return [`${String(item.path)}: ${String(item.message)}`];
  });
}
