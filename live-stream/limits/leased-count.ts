import { type Backoff, backoffMs } from '../backoff.ts';
import type { Clock } from '../clock.ts';
import type { Log } from '../../core/telemetry/telemetry.ts';
import type { SlotCounts, SlotTable } from '../../core/live/slot-table.ts';
import type { TaskState } from './task-lease.ts';

export interface LeasedCountOptions {
  readonly key: string;
  readonly limit: number;
  readonly table: SlotTable;
  /** The name this task counts under. Another name than before: what was counted under the old one is void. */
  readonly name: () => Promise<string>;
  readonly stateOf: (task: string, since: number) => Promise<TaskState>;
  /** Called when nothing is held or stored any more. */
  readonly onIdle: () => void;
  readonly clock: Clock;
  readonly log: Log;
}

interface Request {
  /** Epoch milliseconds. */
  readonly since: number;
  readonly settle: (granted: boolean) => void;
  readonly fail: (error: unknown) => void;
}

interface Answered {
  readonly granted: number;
  /** Whether the others are refused for good. */
  readonly final: boolean;
}

/** Between failures. There are as many counts as channels: together they must not keep an ailing table down. */
const BACKOFF: Backoff = { firstMs: 1000, longestMs: 30_000 };
/** Wait for a sign of life of another task, in milliseconds. */
const LOOK_AGAIN_MS = 500;

/**
 * This task's share of one count. One write is under way at a time and carries all that was asked for meanwhile: a
 * storm of readers of one channel costs a few writes, and streams that come while others go may cost none. A class for
 * the same reason as `Reader`.
 */
export class LeasedCount {
  readonly #options: LeasedCountOptions;
  #task: string | undefined;
  /** Streams that have their slot. */
  #held = 0;
  /** What the table holds for this task, as far as known; `#unsure` after a write whose outcome is not known. */
  #stored = 0;
  #unsure = false;
  #requests: Request[] = [];
  #settling = false;
  #closed = false;
  /** Failures since the last success, and the wait after the newest one. */
  #failures = 0;
  #wait: AbortController | undefined;

  constructor(options: LeasedCountOptions) {
    this.#options = options;
  }

  /** Whether this task alone uses the count up: then the table need not be asked. */
  get full(): boolean {
    return this.#held + this.#requests.length >= this.#options.limit;
  }

  /** @returns whether a slot was taken. */
  async acquire(): Promise<boolean> {
    if (this.full) return false;
    return new Promise((settle, fail) => {
      this.#requests.push({ since: this.#options.clock.now(), settle, fail });
      this.#wait?.abort();
      this.settle();
    });
  }

  release(): void {
    this.#held -= 1;
    this.settle();
  }

  /** Nothing is written any more. */
  close(): void {
    this.#closed = true;
    this.#wait?.abort();
    for (const request of this.#requests.splice(0)) request.settle(false);
  }

  /** Brings the table to what is held, and answers requests. Also called when the task's name was lost. */
  settle(): void {
    if (this.#settling) return;
    this.#settling = true;
    void this.#settleAll();
  }

  /** Never rejects. */
  async #settleAll(): Promise<void> {
    while (!this.#closed && !(this.#settled && this.#held === 0)) {
      try {
        await this.#useName();
        if (this.#settled) break;
        await this.#step();
        this.#failures = 0;
      } catch (error) {
        await this.#failed(error);
      }
    }
    this.#settling = false;
    if (this.#held === 0 || this.#closed) this.#options.onIdle();
  }

  get #settled(): boolean {
    return this.#requests.length === 0 && this.#stored === this.#held && !this.#unsure;
  }

  async #useName(): Promise<void> {
    const task = await this.#options.name();
    if (task === this.#task) return;
    this.#task = task;
    this.#stored = 0;
    this.#unsure = false;
  }

  async #step(): Promise<void> {
    // What is held already stands outside the limit: it was within it when it was granted.
    const requests = this.#stored < this.#held ? [] : this.#requests.splice(0);
    try {
      const answered = await this.#store(requests);
      for (const [index, request] of requests.entries()) {
        if (index < answered.granted) request.settle(true);
        else if (answered.final) request.settle(false);
        else this.#requests.push(request);
      }
    } catch (error) {
      for (const request of requests) request.fail(error);
      throw error;
    }
  }

  /** Writes what is held and what is asked for. @returns how many of the requests were granted. */
  async #store(requests: readonly Request[]): Promise<Answered> {
    const { table, key, limit } = this.#options;
    const wanted = requests.length;
    const task = this.#task ?? '';
    const from = this.#stored;
    const to = this.#held + wanted;
    if (from !== to || this.#unsure) {
      this.#unsure = true;
      const answer = await table.change(key, { task, from, to, limit: wanted > 0 && to > from ? limit : undefined });
      this.#unsure = false;
      if (answer.kind === 'refused') return this.#refused(answer.counts, requests);
    }
    this.#stored = to;
    this.#held += wanted;
    return { granted: wanted, final: true };
  }

  async #refused(counts: SlotCounts, requests: readonly Request[]): Promise<Answered> {
    const mine = counts.byTask.get(this.#task ?? '') ?? 0;
    // A write whose answer was lost, or a row that has expired.
    if (mine !== this.#stored) {
      this.#stored = mine;
      return { granted: 0, final: false };
    }
    const since = Math.max(...requests.map((request) => request.since));
    if (await this.#heal(counts, since)) return { granted: 0, final: false };
    const others = counts.total - mine;
    const free = Math.min(requests.length - 1, this.#options.limit - others - this.#held);
    return free > 0 ? this.#store(requests.slice(0, free)) : { granted: 0, final: true };
  }

  /**
   * Subtracts what dead tasks had counted. Each other task must show that it lives: readers of one that has just died
   * come back at once, and must not be refused because of themselves.
   *
   * @returns whether it is worth to try again.
   */
  async #heal({ byTask }: SlotCounts, since: number): Promise<boolean> {
    const others = [...byTask].filter(([task]) => task !== this.#task);
    const healed = await Promise.all(others.map(async ([task, count]) => this.#healTask({ task, count, since })));
    return healed.includes(true);
  }

  async #healTask({ task, count, since }: { task: string; count: number; since: number }): Promise<boolean> {
    const { table, key, stateOf, clock, log } = this.#options;
    switch (await stateOf(task, since)) {
      case 'alive':
        return false;
      case 'unsure':
        await clock.sleep(LOOK_AGAIN_MS);
        return true;
      case 'dead':
        await table.change(key, { task, from: count, to: 0, limit: undefined });
        log({ level: 'INFO', event: 'slots.healed', count });
        return true;
    }
  }

  async #failed(error: unknown): Promise<void> {
    const { clock, log } = this.#options;
    for (const request of this.#requests.splice(0)) request.fail(error);
    log({ level: 'WARN', event: 'slots.not-counted', error });
    this.#wait = new AbortController();
    await clock.sleep(backoffMs(this.#failures, BACKOFF, clock), this.#wait.signal);
    this.#failures += 1;
  }
}
