import type { AuditEntry } from '../../core/directory/audit-entry.ts';
import { lost } from '../../core/directory/change.ts';
import { type Suppression, suppressionIdOf, type SuppressionStore } from '../../core/directory/suppression.ts';
import { saved } from '../../core/directory/webhook-store.ts';

interface FakeSuppressionPorts {
  /** Writes down the entry of a change. */
  readonly note?: (entry: AuditEntry) => boolean;
  readonly isThere?: (organizationId: string) => boolean;
}

/** Suppressed addresses in memory. */
export function createFakeSuppressions({
  note = () => true,
  isThere = () => true,
}: FakeSuppressionPorts = {}): SuppressionStore {
  const all = new Map<string, Suppression>();
  const keyOf = (organizationId: string, id: string) => `${organizationId} ${id}`;
  return {
    suppress: async (suppression, entry) => {
      const key = keyOf(suppression.organizationId, suppression.id);
      const known = all.get(key);
      if (known !== undefined && known.at >= suppression.at) return false;
      if (!isThere(suppression.organizationId)) return false;
      if (!note(entry)) throw new Error('The entry exists already.');
      all.set(key, suppression);
      return true;
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
    readSuppression: async (organizationId, id) => all.get(keyOf(organizationId, id)),
    removeSuppression: async ({ organizationId, id }, entry) => {
      const key = keyOf(organizationId, id);
      return all.has(key) && note(entry) && all.delete(key) ? saved : lost;
    },
  };
}
