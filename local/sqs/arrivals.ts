/** Longest delay a Node timer takes, in milliseconds. */
const MAX_TIMER_MS = 2_147_483_647;

interface Alarm {
  readonly at: number;
  readonly timer: NodeJS.Timeout;
}

/** How long a receiver waits, and what else ends its wait. */
interface WaitOptions {
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
}

/**
 * Wakes long polls when a message of their queue may have become visible.
 *
 * One announced message wakes one receiver, the longest waiting; whoever is woken looks for itself, and a receiver that
 * got something announces again, so a wake-up is never lost and an idle herd is never stirred.
 */
export interface Arrivals {
  /** Whether the engine was closed; receivers then give up. */
  readonly closed: boolean;
  /** Resolves on an announcement, after `timeoutMs`, on abort, or on close; never rejects. */
  wait(queueId: number, options: WaitOptions): Promise<void>;
  /** Says that `count` messages of the queue are visible from `visibleAt` on (epoch milliseconds). */
  announce(queueId: number, visibleAt: number, count?: number): void;
  /** Wakes every receiver of the queue, because it changed as a whole. */
  announceAll(queueId: number): void;
  /** Ends all waits, now and later. */
  close(): void;
}

/** @param now epoch milliseconds, the clock of the stored visibility times. */
export function createArrivals(now: () => number): Arrivals {
  const receivers = new Map<number, Set<() => void>>();
  const alarms = new Map<number, Alarm>();
  let closed = false;

  function announce(queueId: number, visibleAt: number, count = 1): void {
    const waiting = receivers.get(queueId);
    if (waiting === undefined || waiting.size === 0) return;
    const delay = visibleAt - now();
    if (delay > 0) setAlarm(queueId, visibleAt, delay);
    else for (const wake of [...waiting].slice(0, count)) wake();
  }

  function setAlarm(queueId: number, at: number, delay: number): void {
    const current = alarms.get(queueId);
    if (current !== undefined && current.at <= at) return;
    clearTimeout(current?.timer);
    const ring = (): void => {
      alarms.delete(queueId);
      announce(queueId, at);
    };
    alarms.set(queueId, { at, timer: setTimeout(ring, Math.min(delay, MAX_TIMER_MS)) });
  }

  return {
    get closed() {
      return closed;
    },

    async wait(queueId, { timeoutMs, signal }) {
      if (closed || signal?.aborted) return;
      const waiting = receivers.get(queueId) ?? new Set();
      receivers.set(queueId, waiting);
      const { promise, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(done, Math.min(Math.ceil(timeoutMs), MAX_TIMER_MS));
      signal?.addEventListener('abort', done);
      waiting.add(done);
      await promise;

      function done(): void {
        clearTimeout(timer);
        signal?.removeEventListener('abort', done);
        waiting.delete(done);
        resolve();
      }
    },

    announce,

    announceAll(queueId) {
      announce(queueId, now(), Infinity);
    },

    close() {
      closed = true;
      for (const { timer } of alarms.values()) clearTimeout(timer);
      for (const waiting of receivers.values()) for (const wake of waiting) wake();
    },
  };
}
