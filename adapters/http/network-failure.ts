import type { NetworkFailure, NetworkFailureReason } from '../../core/channels/http-exchange.ts';

/** How far a request has got. From `sent` on, the receiver may have acted on it. */
export type Phase = 'dns' | 'connect' | 'tls' | 'sent';

type Failure = Omit<NetworkFailure, 'durationMs'>;

/** The end of an exchange from our side: out of time, or cancelled by the caller. */
export interface Interruption {
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  /** Which of the two it was, once the signal has fired. */
  cause(): 'timeout' | 'aborted';
  /** Stops the clock; call it when the exchange is over. */
  clear(): void;
}

/** Starts the clock of an exchange, in milliseconds; `caller` can cancel it earlier. */
export function startInterruption(timeoutMs: number, caller: AbortSignal | undefined): Interruption {
  const controller = new AbortController();
  let cause: 'timeout' | 'aborted' = 'timeout';
  const timer = setTimeout(() => controller.abort(), timeoutMs);
  const callOff = () => {
    cause = 'aborted';
    controller.abort();
  };
  caller?.addEventListener('abort', callOff);
  if (caller?.aborted === true) callOff();
  return {
    signal: controller.signal,
    timeoutMs,
    cause: () => cause,
    clear() {
      clearTimeout(timer);
      caller?.removeEventListener('abort', callOff);
    },
  };
}

/** The TCP or TLS connection was not made in its share of the time. */
export class NoConnectionInTime extends Error {
  override readonly name = 'NoConnectionInTime';
  readonly timeoutMs: number;

  constructor(timeoutMs: number) {
    super(`no connection within ${timeoutMs} ms`);
    this.timeoutMs = timeoutMs;
  }
}

/** A status that is no answer to a request: 101, which changes the protocol, or one that HTTP does not have. */
export class UselessAnswer extends Error {
  override readonly name = 'UselessAnswer';

  constructor(status: number) {
    super(`the receiver answered ${status}, which is no answer to a request`);
  }
}

/** More came than any answer needs, and no answer was among it. */
export class TooMuchReceived extends Error {
  override readonly name = 'TooMuchReceived';

  constructor() {
    super('the receiver sends without end and does not answer');
  }
}

const texts: Record<Exclude<NetworkFailureReason, 'timeout' | 'aborted'>, string> = {
  dns: 'the host name has no address',
  connect: 'no connection',
  tls: 'no trusted TLS connection',
  reset: 'the connection was closed before an answer came',
  protocol: 'the answer is not HTTP',
};

/** The meaning of an error that ended an exchange. Only its code is kept: its text may hold secrets. */
export function networkFailureOf(error: unknown, phase: Phase, interruption: Interruption): Failure {
  const maybeDelivered = phase === 'sent';
  if (interruption.signal.aborted) return interrupted(interruption, maybeDelivered);
  if (error instanceof NoConnectionInTime) {
    return { kind: 'failed', reason: 'timeout', message: error.message, maybeDelivered };
  }
  if (error instanceof UselessAnswer || error instanceof TooMuchReceived) {
    return { kind: 'failed', reason: 'protocol', message: error.message, maybeDelivered };
  }
  const code = codeOf(error);
  const reason = phase === 'sent' ? (code?.startsWith('HPE_') ? 'protocol' : 'reset') : phase;
  return { kind: 'failed', reason, message: texts[reason] + (code === undefined ? '' : ` (${code})`), maybeDelivered };
}

function interrupted(interruption: Interruption, maybeDelivered: boolean): Failure {
  const reason = interruption.cause();
  const message = reason === 'timeout' ? `no answer within ${interruption.timeoutMs} ms` : 'the request was called off';
  return { kind: 'failed', reason, message, maybeDelivered };
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
