import type { Clock } from '../clock.ts';
import type { Log } from '../../core/telemetry/telemetry.ts';
import { LeasedCount } from './leased-count.ts';
import type { Heartbeats, SlotTable } from '../../core/live/slot-table.ts';
import type { SlotLimits, StreamSlots } from './stream-slots.ts';
import { createTaskLease } from './task-lease.ts';

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
export function createLeasedSlots(options: LeasedSlotsOptions): StreamSlots {
  const { table, limits, clock, log } = options;
  const lease = createTaskLease(options);
  const counts = new Map<string, LeasedCount>();

  async function take(key: string, limit: number): Promise<(() => void) | undefined> {
    const count = counts.get(key) ?? newCount(key, limit);
    return (await count.acquire()) ? () => count.release() : undefined;
  }

  function newCount(key: string, limit: number): LeasedCount {
    const count: LeasedCount = new LeasedCount({
      key,
      limit,
      table,
      clock,
      log,
      name,
      stateOf: async (task, since) => lease.stateOf(task, since),
      onIdle: () => {
        if (counts.get(key) === count) counts.delete(key);
      },
    });
    counts.set(key, count);
    return count;
  }

  async function name(): Promise<string> {
    return lease.name({
      inUse: () => counts.size > 0,
      onLost: () => {
        for (const count of counts.values()) count.settle();
      },
    });
  }

  return {
    // The client's slot first: a client with too many streams must not keep other readers from the channel.
    async acquire({ channelId, client }) {
      const { perChannel, perClient } = limits;
      const channelKey = `CHANNEL#${channelId}`;
      if (counts.get(channelKey)?.full === true) return { kind: 'full', limit: 'channel' };
      const releaseClient = await take(`CLIENT#${client}`, perClient);
      if (releaseClient === undefined) return { kind: 'full', limit: 'client' };
      try {
        const releaseChannel = await take(channelKey, perChannel);
        if (releaseChannel !== undefined) return { kind: 'slot', release: once(releaseChannel, releaseClient) };
      } catch (error) {
        releaseClient();
        throw error;
      }
      releaseClient();
      return { kind: 'full', limit: 'channel' };
    },

    async close() {
      for (const count of counts.values()) count.close();
      counts.clear();
      await lease.close();
    },
  };
}

function once(...releases: readonly (() => void)[]): () => void {
  let held = true;
  return () => {
    if (!held) return;
    held = false;
    for (const release of releases) release();
  };
}
