import type { AwsFailure } from './aws-exchange.ts';
import type { Outcome } from './outcome.ts';

/** Errors that mean more than "permanent" or "try again", by their name in the API or by their reason. */
export interface AwsErrorClasses {
  /** The destination is gone: the channel is switched off. */
  readonly gone?: readonly string[];
  /** Somebody must mend the account first (a quota, a suspension): waits long, and uses up no attempt. */
  readonly held?: readonly string[];
}

/** How long a delivery waits for somebody to mend the account. */
const HOLD_SECONDS = 30 * 60;

/** What an AWS error means. Pure: what can be retried was read off the SDK's exception by the adapter. */
export function classifyAwsFailure(failure: AwsFailure, { gone = [], held = [] }: AwsErrorClasses = {}): Outcome {
  const { name, reason, message, retryable } = failure;
  const status = failure.status === undefined ? {} : { status: failure.status };
  const error = message === '' ? `AWS answered ${name}` : `AWS answered ${name}: ${message}`;
  const isAny = (names: readonly string[]) => names.includes(name) || (reason !== undefined && names.includes(reason));
  if (isAny(held)) {
    return { kind: 'retry', error, ...status, retryAfterSeconds: HOLD_SECONDS };
  }
  if (isAny(gone)) return { kind: 'failed', error, ...status, disableChannel: error };
  return { kind: retryable ? 'retry' : 'failed', error, ...status };
}
