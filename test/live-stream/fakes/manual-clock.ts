import { setImmediate as turn } from 'node:timers/promises';
import type { Clock } from '../../../live-stream/clock.ts';

/** How long `during` lets anything take, in milliseconds of this clock. */
const PATIENCE_MS = 600_000;

interface Sleeper {
  readonly at: number;
  readonly wake: () => void;
}

/**
 * Time that stands still until a test lets it pass, and then goes from one sleeper to the next: each does what it woke
 * up for before time goes on, so that a slow machine changes nothing. All tasks of a test share one.
 */
export class ManualClock implements Clock {
  readonly #sleepers = new Set<Sleeper>();
  readonly #calls = new Set<Promise<unknown>>();
  #now = Date.UTC(2026, 0, 1);

  now(): number {
    return this.#now;
  }

  random(): number {
    return 0.5;
  }

  async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    if (signal?.aborted === true) return;
    return new Promise((resolve) => {
      const wake = (): void => {
        this.#sleepers.delete(sleeper);
        resolve();
      };
      const sleeper = { at: this.#now + ms, wake };
      this.#sleepers.add(sleeper);
      signal?.addEventListener('abort', wake, { once: true });
    });
  }

  /** The same port; time waits for each of its calls. */
  watch<Port extends object>(port: Port): Port {
    return new Proxy(port, {
      get: (target, name) => {
        const member: unknown = Reflect.get(target, name);
        if (typeof member !== 'function') return member;
        return async (...input: unknown[]) => this.#call(Reflect.apply(member, target, input));
      },
    });
  }

  /** Lets `ms` pass. */
  async pass(ms: number): Promise<void> {
    const until = this.#now + ms;
    await this.settled();
    for (let next = this.#next(); next !== undefined && next.at <= until; next = this.#next()) {
      this.#now = Math.max(this.#now, next.at);
      next.wake();
      await this.settled();
    }
    this.#now = Math.max(this.#now, until);
  }

  /** Lets as much time pass as `work` takes. */
  async during<T>(work: Promise<T>): Promise<T> {
    const progress = { over: false };
    const end = (): void => void (progress.over = true);
    work.then(end, end);
    await this.settled();
    for (const start = this.#now; !progress.over;) {
      const next = this.#next()?.at ?? Infinity;
      if (next - start > PATIENCE_MS) throw new Error('It never ends.');
      await this.pass(next - this.#now);
    }
    return work;
  }

  /** Resolves when nobody does anything any more but sleep. */
  async settled(): Promise<void> {
    do {
      await Promise.allSettled(this.#calls);
      await turn();
    } while (this.#calls.size > 0);
  }

  #next(): Sleeper | undefined {
    return [...this.#sleepers].toSorted((one, other) => one.at - other.at)[0];
  }

  async #call(call: Promise<unknown>): Promise<unknown> {
    this.#calls.add(call);
    try {
      return await call;
    } finally {
      this.#calls.delete(call);
    }
  }
}
