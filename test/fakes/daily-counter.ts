import type { DailyCounter } from '../../core/directory/daily-limit.ts';

/** Daily counters in memory. */
export function createFakeDailyCounter(): DailyCounter {
  const counts = new Map<string, number>();
  return {
    countOne: async (key, limit) => {
      const count = counts.get(key) ?? 0;
      if (count >= limit) return false;
      counts.set(key, count + 1);
      return true;
    },
  };
}
