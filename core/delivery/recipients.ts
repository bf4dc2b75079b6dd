import { createHash } from 'node:crypto';
import type { ChannelRequest } from '../channels/channel-kind.ts';
import type { Outcome, Settled, Taken, Verdict } from '../channels/outcome.ts';

/** A request to one of several recipients. */
export type AddressedRequest = ChannelRequest & { readonly recipient: string };

/** Whether a request has a recipient of its own. */
export function isAddressed(request: ChannelRequest): request is AddressedRequest {
  return request.recipient !== undefined;
}

/** A recipient's name: the same on every attempt, and it does not give the recipient away. */
export function nameOf(recipient: string): string {
  return hash(recipient);
}

/** Whether nothing more is to be sent to the recipient of a request. */
export function isSettled(settled: Settled, request: AddressedRequest): boolean {
  return settled[nameOf(request.recipient)] !== undefined || settled[formerNameOf(request)] !== undefined;
}

/** The first version named a recipient by its whole request. Retries that it parked must still be understood. */
function formerNameOf(request: AddressedRequest): string {
  const { recipient, ...named } = request;
  const { kind, ...rest } = named;
  return hash(JSON.stringify(kind === 'web-push' ? { kind, subscriptionId: recipient, ...rest } : named));
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

/** What one recipient's request came to. */
export interface RecipientVerdict {
  /** `nameOf` the recipient. */
  readonly name: string;
  readonly verdict: Verdict;
}

/** What one more attempt of a delivery to several recipients came to. */
export interface RecipientResults {
  readonly verdicts: readonly RecipientVerdict[];
  /** What earlier attempts had settled. */
  readonly settled: Settled;
  /** How many recipients there are, settled ones too. */
  readonly total: number;
}

/**
 * One outcome of many. A retry while any recipient may still get it; failed when one never will; otherwise delivered. A
 * recipient that is gone counts as failed only when no other is left.
 */
export function combine({ verdicts, settled: before, total }: RecipientResults): Verdict {
  const again = verdicts.find(({ verdict }) => verdict.kind === 'send-again');
  if (again !== undefined) return again.verdict;
  const settled = { ...before, ...settledBy(verdicts) };
  const outcome = outcomeOf({ verdicts, settled, total });
  const gone = verdicts.flatMap(({ verdict }) => (verdict.kind === 'failed' ? (verdict.gone ?? []) : []));
  const reached = verdicts.flatMap(({ verdict }) => (verdict.kind === 'delivered' ? (verdict.reached ?? []) : []));
  const taken = takenIn(verdicts, before);
  return {
    ...outcome,
    ...(outcome.kind === 'delivered' || taken === undefined ? {} : { taken }),
    ...(gone.length === 0 ? {} : { gone }),
    ...(reached.length === 0 ? {} : { reached }),
  };
}

function takenIn(verdicts: readonly RecipientVerdict[], before: Settled): Taken | undefined {
  if (verdicts.some(({ verdict }) => verdict.kind === 'delivered')) return 'now';
  return Object.values(before).includes('') ? 'before' : undefined;
}

/** What these verdicts settle. */
export function settledBy(verdicts: readonly RecipientVerdict[]): Settled {
  return Object.fromEntries(
    verdicts.flatMap(({ name, verdict }) => {
      if (verdict.kind === 'delivered') return [[name, '']];
      return verdict.kind === 'failed' && verdict.gone === undefined ? [[name, verdict.error]] : [];
    }),
  );
}

function outcomeOf({ verdicts, settled, total }: RecipientResults): Outcome {
  const retries = verdicts.map(({ verdict }) => verdict).filter((verdict) => verdict.kind === 'retry');
  const of = (count: number, error: string) => (total === 1 ? error : `${count} of ${total} recipients: ${error}`);
  const [retry] = retries;
  if (retry !== undefined) {
    const { retryAfterSeconds: _, ...rest } = retry;
    const waits = retries.flatMap(({ retryAfterSeconds }) => retryAfterSeconds ?? []);
    // Such a wait uses up no attempt, so all of them must ask for it.
    const wait = waits.length === retries.length ? { retryAfterSeconds: Math.max(...waits) } : {};
    return { ...rest, error: of(retries.length, retry.error), ...wait, settled };
  }
  const failures = verdicts.map(({ verdict }) => verdict).filter((verdict) => verdict.kind === 'failed');
  const errors = Object.values(settled).filter((error) => error !== '');
  const isDelivered = Object.values(settled).length > errors.length;
  if (errors.length === 0 && isDelivered) return lastDelivered(verdicts);
  const [failure = { kind: 'failed' as const, error: errors[0] ?? 'nobody is left to send to' }] = failures;
  const { disableChannel, gone: __, ...rest } = failure;
  const error = of(errors.length || failures.length, errors[0] ?? failure.error);
  const isOver = !isDelivered && disableChannel !== undefined && failures.length === total;
  return { ...rest, error, ...(isOver ? { disableChannel } : {}) };
}

function lastDelivered(verdicts: readonly RecipientVerdict[]): Outcome {
  const last = verdicts.map(({ verdict }) => verdict).findLast((verdict) => verdict.kind === 'delivered');
  return last ?? { kind: 'delivered' };
}
