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

/** Those who count under the name. */
interface NameUsers {
  readonly inUse: () => boolean;
  readonly onLost: () => void;
}

/**
 * The name under which this task counts, and its heartbeat. It beats only while something is counted. A task that was
 * taken for dead (it stood still for too long) goes on under a new name.
 */
export interface TaskLease {
  /**
   * The name to count under; registers it first when there is none. The heartbeat goes on while `inUse` says so.
   *
   * @param onLost called when the name has been lost: what was counted under it counts no more.
   */
  name(users: NameUsers): Promise<string>;
  /**
   * Whether another task has lived at `since` (epoch milliseconds) or after it. A dead one is unregistered on the way.
   */
  stateOf(task: string, since: number): Promise<TaskState>;
  /** Ends the heartbeat. All that was counted under the name counts no more. */
  close(): Promise<void>;
}

/** Nothing is registered before a name is asked for. */
export function createTaskLease({ heartbeats, clock, log }: TaskLeaseOptions): TaskLease {
  let current: Promise<string> | undefined;
  let end = new AbortController();

  async function register(users: NameUsers): Promise<string> {
    const task = randomUUID();
    end = new AbortController();
    await heartbeats.register(task, clock.now());
    void keepBeating(task, { ...users, signal: end.signal });
    return task;
  }

  /** Never rejects. */
  async function keepBeating(
    task: string,
    { inUse, onLost, signal }: NameUsers & { readonly signal: AbortSignal },
  ): Promise<void> {
    for (;;) {
      await clock.sleep(BEAT_MS, signal);
      if (signal.aborted) return;
      if (!inUse()) {
        current = undefined;
        return remove(task);
      }
      if (!(await beat(task))) {
        log({ level: 'WARN', event: 'slots.lease-lost' });
        if (!signal.aborted) current = undefined;
        return onLost();
      }
    }
  }

  /** A beat that could not be written is made up for by the next one. */
  async function beat(task: string): Promise<boolean> {
    try {
      return await heartbeats.beat(task, clock.now());
    } catch (error) {
      log({ level: 'WARN', event: 'slots.no-heartbeat', error });
      return true;
    }
  }

  async function remove(task: string): Promise<void> {
    await heartbeats.remove(task).catch((error: unknown) => log({ level: 'WARN', event: 'slots.not-removed', error }));
  }

  return {
    async name(users) {
      current ??= register(users).catch((error: unknown) => {
        current = undefined;
        throw error;
      });
      return current;
    },

    async stateOf(task, since) {
      const lastBeat = await heartbeats.lastBeat(task);
      if (lastBeat === undefined) return 'dead';
      if (lastBeat >= since) return 'alive';
      if (clock.now() - lastBeat < DEAD_AFTER_MS) return 'unsure';
      return (await heartbeats.bury(task, lastBeat)) ? 'dead' : 'alive';
    },

    async close() {
      const registered = current;
      current = undefined;
      end.abort();
      const task = await registered?.catch(() => undefined);
      if (task !== undefined) await remove(task);
    },
  };
}
