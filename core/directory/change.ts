import { notFound, type ChangeResult } from './change-result.ts';

/** Whether the version a caller knows is still the stored one (`If-Match`). */
export type Precondition = (version: number) => boolean;

/** Waits a moment, longer with every try, so that writers who collided do not collide again. */
export interface CollisionPause {
  pause(tries: number): Promise<void>;
}

/** What a conditional write answers when another writer came first. */
export type LostRace = { readonly kind: 'lost' };
export const lost: LostRace = { kind: 'lost' };

const MAX_TRIES = 8;

interface WriteAttempts<T, R> {
  readonly backoff: CollisionPause;
  readonly read: () => Promise<T | undefined>;
  /** Decides what becomes of the current value and writes it on condition that it is still the stored one. */
  readonly attempt: (current: T) => Promise<ChangeResult<R> | LostRace>;
}

/**
 * Reads, decides and writes; starts again when another writer came first.
 *
 * @returns `busy` after eight lost races.
 */
export async function untilWon<T, R>({ backoff, read, attempt }: WriteAttempts<T, R>): Promise<ChangeResult<R>> {
  for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
    const current = await read();
    if (current === undefined) return notFound;
    const outcome = await attempt(current);
    if (outcome.kind !== 'lost') return outcome;
    await backoff.pause(tries);
  }
  return { kind: 'busy' };
}

/** The same for something new, which nobody can have changed. */
export function insertUntilWon<R>(
  backoff: CollisionPause,
  insert: () => Promise<ChangeResult<R> | LostRace>,
): Promise<ChangeResult<R>> {
  return untilWon<true, R>({ backoff, read: async () => true, attempt: insert });
}

/**
 * The same for what carries a version.
 *
 * A caller who named a version never overwrites a newer one: the next read finds its precondition broken.
 */
export function change<T extends { readonly version: number }, R>({
  precondition,
  attempt,
  ...rest
}: WriteAttempts<T, R> & { readonly precondition?: Precondition | undefined }): Promise<ChangeResult<R>> {
  return untilWon<T, R>({
    ...rest,
    attempt: async (current) =>
      precondition !== undefined && !precondition(current.version) ? { kind: 'stale' } : attempt(current),
  });
}
