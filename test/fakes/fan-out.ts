import { FAN_OUT_SECONDS, type FanOutCounter, MAX_FAN_OUT } from '../../core/sending/fan-out.ts';

/** The count of what comes of origins in memory, by the same rules as the table: the contract suite runs against both. */
export function memoryFanOut(): FanOutCounter {
  const counts = new Map<string, { channels: number; until: number }>();
  return {
    async charge({ organizationId, originId, channels, now }) {
      const key = JSON.stringify([organizationId, originId]);
      const known = counts.get(key);
      const begun =
        known !== undefined && known.until > now ? known : { channels: 0, until: now + FAN_OUT_SECONDS * 1000 };
      if (begun.channels + channels > MAX_FAN_OUT) return 'exhausted';
      counts.set(key, { ...begun, channels: begun.channels + channels });
      return 'charged';
    },
  };
}
