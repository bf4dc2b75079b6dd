import { randomUUID } from 'node:crypto';
import type { Clock } from '../clock.ts';
import type { Log } from '../../core/telemetry/telemetry.ts';
import type { Heartbeats } from '../../core/live/slot-table.ts';

export interface TaskLeaseOptions {
  readonly heartbeats: Heartbeats;
  readonly clock: Clock;
  readonly log: Log;
}

/** How often a task that counts something shows that it lives, in milliseconds. */
const BEAT_MS = 2000;
/** A task is dead after this silence, in milliseconds: a few beats may fail. */
const DEAD_AFTER_MS = 8000;

/** `unsure`: it has not shown itself since it was asked about, but it is too early to call it dead. */
export type TaskState = 'alive' | 'unsure' | 'dead';

/**
 * The name under which this task counts, and its heartbeat. It beats only while something is counted. A task that was
 * taken for dead (it stood still for too long) goes on under a new name.
 */
export class TaskLease {
  readonly #options: TaskLeaseOptions;
  #registered: Promise<string> | undefined;
  #end = new AbortController();

  constructor(options: TaskLeaseOptions) {
    this.#options = options;
  }

  /**
   * The name to count under; registers it first when there is none. The heartbeat goes on while `inUse` says so.
   *
   * @param onLost called when the name has been lost: what was counted under it counts no more.
   */
  async name(users: { readonly inUse: () => boolean; readonly onLost: () => void }): Promise<string> {
    this.#registered ??= this.#register(users).catch((error: unknown) => {
      this.#registered = undefined;
      throw error;
    });
    return this.#registered;
  }

  /**
   * Whether another task has lived at `since` (epoch milliseconds) or after it. A dead one is unregistered on the way.
   */
  async stateOf(task: string, since: number): Promise<TaskState> {
    const { heartbeats, clock } = this.#options;
    const lastBeat = await heartbeats.lastBeat(task);
    if (lastBeat === undefined) return 'dead';
    if (lastBeat >= since) return 'alive';
    if (clock.now() - lastBeat < DEAD_AFTER_MS) return 'unsure';
    return (await heartbeats.bury(task, lastBeat)) ? 'dead' : 'alive';
  }

  /** Ends the heartbeat. All that was counted under the name counts no more. */
  async close(): Promise<void> {
    const registered = this.#registered;
    this.#registered = undefined;
    this.#end.abort();
    const task = await registered?.catch(() => undefined);
    if (task !== undefined) await this.#remove(task);
  }

  async #register(users: { inUse: () => boolean; onLost: () => void }): Promise<string> {
    const { heartbeats, clock } = this.#options;
    const task = randomUUID();
    this.#end = new AbortController();
    await heartbeats.register(task, clock.now());
    void this.#keepBeating(task, { ...users, signal: this.#end.signal });
    return task;
  }

  /** Never rejects. */
  async #keepBeating(
    task: string,
    { inUse, onLost, signal }: { inUse: () => boolean; onLost: () => void; signal: AbortSignal },
  ): Promise<void> {
    const { clock, log } = this.#options;
    for (;;) {
      await clock.sleep(BEAT_MS, signal);
      if (signal.aborted) return;
      if (!inUse()) {
        this.#registered = undefined;
        return this.#remove(task);
      }
      if (!(await this.#beat(task))) {
        log({ level: 'WARN', event: 'slots.lease-lost' });
        if (!signal.aborted) this.#registered = undefined;
        return onLost();
      }
    }
  }

  /** A beat that could not be written is made up for by the next one. */
  async #beat(task: string): Promise<boolean> {
    const { heartbeats, clock, log } = this.#options;
    try {
      return await heartbeats.beat(task, clock.now());
    } catch (error) {
      log({ level: 'WARN', event: 'slots.no-heartbeat', error });
      return true;
    }
  }

  async #remove(task: string): Promise<void> {
    const { heartbeats, log } = this.#options;
    await heartbeats.remove(task).catch((error: unknown) => log({ level: 'WARN', event: 'slots.not-removed', error }));
  }
}
