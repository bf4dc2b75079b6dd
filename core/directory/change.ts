import { notFound, type Outcome } from './outcome.ts';

/** Whether the version a caller knows is still the stored one (`If-Match`). */
export type Precondition = (version: number) => boolean;

/** Waits a moment, longer with every try, so that writers who collided do not collide again. */
export interface Backoff {
  pause(tries: number): Promise<void>;
}

/** The answer of a conditional write that another writer was faster than. */
export type Lost = { readonly kind: 'lost' };
export const lost: Lost = { kind: 'lost' };

const MAX_TRIES = 8;

interface Change<T, R> {
  readonly backoff: Backoff;
  /** What carries no version keeps none. */
  readonly precondition?: Precondition | undefined;
  readonly read: () => Promise<T | undefined>;
  /** Decides what becomes of the current value and writes it on condition that it is still the stored one. */
  readonly attempt: (current: T) => Promise<Outcome<R> | Lost>;
}

/**
 * Reads, decides and writes, again from the start when another writer was faster.
 *
 * A caller who named a version never overwrites a newer one: the next read finds its precondition broken.
 *
 * @returns `busy` after eight lost races.
 */
export async function change<T extends { readonly id: string; readonly version?: number }, R>(
  options: Change<T, R>,
): Promise<Outcome<R>> {
  const { backoff, precondition, read, attempt } = options;
  for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
    const current = await read();
    if (current === undefined) return notFound;
    if (precondition !== undefined && !precondition(current.version ?? 0)) return { kind: 'stale' };
    const outcome = await attempt(current);
    if (outcome.kind !== 'lost') return outcome;
    await backoff.pause(tries);
  }
  return { kind: 'busy' };
}
