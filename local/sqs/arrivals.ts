/** Longest delay a Node timer takes, in milliseconds. */
const maxTimerMs = 2_147_483_647;

type Alarm = { readonly at: number; readonly timer: NodeJS.Timeout };

/** How long a receiver waits, and what else ends its wait. */
export type WaitOptions = { readonly timeoutMs: number; readonly signal: AbortSignal | undefined };

/**
 * Wakes long polls when a message of their queue may have become visible.
 *
 * One announced message wakes one receiver, the longest waiting; whoever is woken looks for itself, and a receiver that
 * got something announces again, so a wake-up is never lost and an idle herd is never stirred.
 */
export class Arrivals {
  readonly #waiting = new Map<number, Set<() => void>>();
  readonly #alarms = new Map<number, Alarm>();
  readonly #now: () => number;
  #closed = false;

  /** @param now epoch milliseconds, the clock of the stored visibility times. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Whether the engine was closed; receivers then give up. */
  get closed(): boolean {
    return this.#closed;
  }

  /** Resolves on an announcement, after `timeoutMs`, on abort, or on close; never rejects. */
  async wait(queueId: number, { timeoutMs, signal }: WaitOptions): Promise<void> {
    if (this.#closed || signal?.aborted) return;
    const waiting = this.#waiting.get(queueId) ?? new Set();
    this.#waiting.set(queueId, waiting);
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(done, Math.min(Math.ceil(timeoutMs), maxTimerMs));
    signal?.addEventListener('abort', done);
    waiting.add(done);
    await promise;

    function done(): void {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      waiting.delete(done);
      resolve();
    }
  }

  /** Says that `count` messages of the queue are visible from `visibleAt` on (epoch milliseconds). */
  announce(queueId: number, visibleAt: number, count = 1): void {
    const waiting = this.#waiting.get(queueId);
    if (waiting === undefined || waiting.size === 0) return;
    const delay = visibleAt - this.#now();
    if (delay > 0) this.#setAlarm(queueId, visibleAt, delay);
    else for (const wake of [...waiting].slice(0, count)) wake();
  }

  /** Wakes every receiver of the queue, because it changed as a whole. */
  announceAll(queueId: number): void {
    this.announce(queueId, this.#now(), Infinity);
  }

  /** Ends all waits, now and later. */
  close(): void {
    this.#closed = true;
    for (const { timer } of this.#alarms.values()) clearTimeout(timer);
    for (const waiting of this.#waiting.values()) for (const wake of waiting) wake();
  }

  #setAlarm(queueId: number, at: number, delay: number): void {
    const current = this.#alarms.get(queueId);
    if (current !== undefined && current.at <= at) return;
    clearTimeout(current?.timer);
    const ring = (): void => {
      this.#alarms.delete(queueId);
      this.announce(queueId, at);
    };
    this.#alarms.set(queueId, { at, timer: setTimeout(ring, Math.min(delay, maxTimerMs)) });
  }
}
