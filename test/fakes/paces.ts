import type { GatePorts } from '../../core/delivery/delivery-ports.ts';

/** The turns of destinations in memory: the contract suite runs against both. */
export function memoryPaces(): GatePorts['paces'] {
  const next = new Map<string, number>();
  return {
    async takeTurn({ key, intervalMs }, now) {
      const turnAt = Math.max(now, next.get(key) ?? now);
      next.set(key, turnAt + intervalMs);
      return turnAt;
    },
  };
}
