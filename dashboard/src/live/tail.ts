import type { LiveEvent } from './live-event.ts';

/** How many cards are kept: older ones are under Messages, and a tab that stays open for weeks stays as it is. */
export const KEPT = 200;

/** The newest events of a stream, and those that wait to be shown. */
export interface Tail {
  /** Newest first. */
  readonly shown: readonly LiveEvent[];
  /** Came while the list was held; newest first. */
  readonly waiting: readonly LiveEvent[];
  /** How many came while the list was held, also those that are not kept. */
  readonly waitingCount: number;
}

export const emptyTail: Tail = { shown: [], waiting: [], waitingCount: 0 };

/** The tail with one event more: behind those that wait, if any do. */
export function arrived(tail: Tail, event: LiveEvent, isHeld: boolean): Tail {
  const { shown, waiting, waitingCount } = tail;
  if (!isHeld && waitingCount === 0) return { ...tail, shown: [event, ...shown].slice(0, KEPT) };
  return { shown, waiting: [event, ...waiting].slice(0, KEPT), waitingCount: waitingCount + 1 };
}

/** The tail with everything shown. */
export function released({ shown, waiting }: Tail): Tail {
  return { shown: [...waiting, ...shown].slice(0, KEPT), waiting: [], waitingCount: 0 };
}
