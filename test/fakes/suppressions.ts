import { type Suppression, suppressionIdOf, type SuppressionStore } from '../../core/directory/suppression.ts';

/** Suppressed addresses in memory. */
export function createFakeSuppressions(): SuppressionStore {
  const all = new Map<string, Suppression>();
  const keyOf = (organizationId: string, id: string) => `${organizationId} ${id}`;
  return {
    suppress: async (suppression) => {
      all.set(keyOf(suppression.organizationId, suppression.id), suppression);
    },
    suppressedAmong: async (organizationId, addresses) =>
      addresses.flatMap((address) => all.get(keyOf(organizationId, suppressionIdOf(address)))?.address ?? []),
    listSuppressions: async (organizationId, { limit, after }) => {
      const own = [...all.values()]
        .filter((item) => item.organizationId === organizationId && (after === undefined || item.id < after))
        .sort((a, b) => (a.id < b.id ? 1 : -1));
      const items = own.slice(0, limit);
      return { items, ...(own.length > limit ? { next: items.at(-1)!.id } : {}) };
    },
    removeSuppression: async (organizationId, id) => all.delete(keyOf(organizationId, id)),
  };
}
