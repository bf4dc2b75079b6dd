import type { ChannelHealth, HealthStore } from '../../core/delivery/channel-health.ts';

/** The health of channels in memory: the contract suite runs against both. */
export function memoryHealth(): HealthStore & { read(channelId: string): Promise<ChannelHealth | undefined> } {
  const items = new Map<string, ChannelHealth>();
  return {
    async read(channelId) {
      return items.get(channelId);
    },
    async clear(channelId) {
      items.delete(channelId);
    },
    async markSlow(channelId, { slowMs }) {
      items.set(channelId, { slowMs });
    },
    async suspectSlow(channelId, { slowMs }) {
      items.set(channelId, { ...items.get(channelId), slowMs });
    },
    async fail(channelId, { now, outages }) {
      const { openUntil, openMs, slowMs, ...known } = items.get(channelId) ?? {};
      const kept = {
        ...(slowMs === undefined ? {} : { slowMs }),
        failingSince: known.failingSince ?? now,
        outages: outages === 'none' ? 0 : outages === 'first' ? 1 : (known.outages ?? 0) + 1,
      };
      const breaker = {
        ...(openUntil === undefined ? {} : { openUntil }),
        ...(openMs === undefined ? {} : { openMs }),
      };
      const item = outages === 'none' ? kept : { ...kept, ...breaker, lastOutageAt: now };
      items.set(channelId, item);
      return item;
    },
    async open(channelId, { seen, openUntil, openMs }) {
      const item = items.get(channelId);
      if (item === undefined || item.openUntil !== seen) return false;
      items.set(channelId, { ...item, openUntil, openMs });
      return true;
    },
  };
}
