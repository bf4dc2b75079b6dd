import type { Clock } from '../clock.ts';
import type { Log } from '../../core/telemetry/telemetry.ts';
import { LeasedCount } from './leased-count.ts';
import type { Heartbeats, SlotTable } from '../../core/live/slot-table.ts';
import type { NoSlot, Slot, SlotLimits, SlotOwner, StreamSlots } from './stream-slots.ts';
import { TaskLease } from './task-lease.ts';

export interface LeasedSlotsOptions {
  readonly table: SlotTable;
  readonly heartbeats: Heartbeats;
  readonly limits: SlotLimits;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Counts over all tasks, in a table that they share. Each count names its tasks and each task shows that it lives, so
 * that the counts of a task that died are given back by whoever meets them. Nothing is written while streams stay open
 * but one heartbeat per task.
 */
export class LeasedSlots implements StreamSlots {
  readonly #options: LeasedSlotsOptions;
  readonly #lease: TaskLease;
  readonly #counts = new Map<string, LeasedCount>();

  constructor(options: LeasedSlotsOptions) {
    this.#options = options;
    this.#lease = new TaskLease(options);
  }

  /** The client's slot first: who has too many streams must not stand in the way of a channel's other readers. */
  async acquire({ channelId, client }: SlotOwner): Promise<Slot | NoSlot> {
    const { perChannel, perClient } = this.#options.limits;
    const channelKey = `CHANNEL#${channelId}`;
    if (this.#counts.get(channelKey)?.full === true) return { kind: 'full', limit: 'channel' };
    const releaseClient = await this.#take(`CLIENT#${client}`, perClient);
    if (releaseClient === undefined) return { kind: 'full', limit: 'client' };
    try {
      const releaseChannel = await this.#take(channelKey, perChannel);
      if (releaseChannel !== undefined) return { kind: 'slot', release: once(releaseChannel, releaseClient) };
    } catch (error) {
      releaseClient();
      throw error;
    }
    releaseClient();
    return { kind: 'full', limit: 'channel' };
  }

  async close(): Promise<void> {
    for (const count of this.#counts.values()) count.close();
    this.#counts.clear();
    await this.#lease.close();
  }

  async #take(key: string, limit: number): Promise<(() => void) | undefined> {
    const count = this.#counts.get(key) ?? this.#newCount(key, limit);
    return (await count.acquire()) ? () => count.release() : undefined;
  }

  #newCount(key: string, limit: number): LeasedCount {
    const { table, clock, log } = this.#options;
    const count: LeasedCount = new LeasedCount({
      key,
      limit,
      table,
      clock,
      log,
      name: async () => this.#name(),
      stateOf: async (task, since) => this.#lease.stateOf(task, since),
      onIdle: () => {
        if (this.#counts.get(key) === count) this.#counts.delete(key);
      },
    });
    this.#counts.set(key, count);
    return count;
  }

  async #name(): Promise<string> {
    return this.#lease.name({
      inUse: () => this.#counts.size > 0,
      onLost: () => {
        for (const count of this.#counts.values()) count.settle();
      },
    });
  }
}

function once(...releases: readonly (() => void)[]): () => void {
  let held = true;
  return () => {
    if (!held) return;
    held = false;
    for (const release of releases) release();
  };
}
