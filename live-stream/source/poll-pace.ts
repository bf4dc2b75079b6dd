/** A shard that brings records is looked at this often: AWS advises against more, and polls for Lambda at this rate. */
const BUSY_MS = 250;
/** A shard that brought records lately is likely to bring more: it counts as busy for this long after the last ones. */
const BUSY_FOR_MS = 10_000;
/**
 * Looks a second that all quiet shards share, because each is charged: $4.07 a month for a task with readers all day, of
 * which half a dollar is free.
 */
const QUIET_LOOKS = 7.75;
/** What no shard falls below, in looks a second: readers that resume count on it. */
const FEWEST_LOOKS = 1;
const MOST_LOOKS = 1000 / BUSY_MS;
/** A shard that brought records within this time is where the events of open streams come from. */
const KNOWN_FOR_MS = 24 * 60 * 60_000;

/**
 * Decides when each shard is looked at again. All events of a channel are in one shard, so the shards that brought some
 * within a day share what the others leave of the looks that we pay for.
 */
export interface PollPace {
  /** How long to wait after a look that brought that many records, in milliseconds. */
  waitAfter(shardId: string, records: number): number;
  /** Shards take over from one that has ended, with its channels. */
  handOver(shardId: string, children: readonly string[]): void;
}

/** @param now epoch milliseconds. */
export function createPollPace(now: () => number): PollPace {
  /** When each shard last brought records. */
  const broughtAt = new Map<string, number>();

  function quietLooks(isKnown: boolean): number {
    const known = [...broughtAt.values()].filter((at) => now() - at < KNOWN_FOR_MS).length;
    const others = broughtAt.size - known;
    if (known === 0) return QUIET_LOOKS / others;
    return isKnown ? (QUIET_LOOKS - FEWEST_LOOKS * others) / known : FEWEST_LOOKS;
  }

  return {
    waitAfter(shardId, records) {
      const at = records > 0 ? now() : (broughtAt.get(shardId) ?? -Infinity);
      broughtAt.set(shardId, at);
      if (now() - at < BUSY_FOR_MS) return BUSY_MS;
      const looks = quietLooks(now() - at < KNOWN_FOR_MS);
      return Math.round(1000 / Math.min(MOST_LOOKS, Math.max(FEWEST_LOOKS, looks)));
    },

    handOver(shardId, children) {
      const at = broughtAt.get(shardId) ?? -Infinity;
      broughtAt.delete(shardId);
      for (const child of children) broughtAt.set(child, Math.max(at, broughtAt.get(child) ?? -Infinity));
    },
  };
}
