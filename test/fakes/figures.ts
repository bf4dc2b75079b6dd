import type { AsOfPorts } from '../../core/figures/as-of.ts';
import type { PageStore, Place, StoredPage } from '../../core/figures/count.ts';
import type { DatedPage } from '../../core/figures/stats.ts';

/** Figures in memory, by the same rules as the table: the contract suite runs against both. */
export function memoryFigures({ maxSeries = Infinity }: { readonly maxSeries?: number } = {}) {
  const items = new Map<string, { place: Place; stored: StoredPage }>();
  const keyOf = ({ organizationId, bucket, start, streamShard, path }: Place) =>
    [organizationId, bucket, new Date(start).toISOString(), streamShard, path].join('#');
  const sorted = () => [...items].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, item]) => item);
  const pages: PageStore = {
    read: async (place) => items.get(keyOf(place))?.stored,
    write: async (place, seen, next) => {
      const { webhooks, channels } = next.page;
      const series = Object.keys(webhooks).length + Object.keys(channels).length;
      if (series > maxSeries && !next.isSplit) return 'full';
      const known = items.get(keyOf(place))?.stored;
      if (known?.position !== seen || known?.isSplit === true) return 'changed';
      items.set(keyOf(place), { place, stored: next });
      return 'written';
    },
  };
  const figures: AsOfPorts['figures'] & { eraseFigures(organizationId: string): Promise<void> } = {
    readPages: async (organizationId, { bucket, from, until }) =>
      sorted()
        .filter(({ place }) => place.organizationId === organizationId && place.bucket === bucket)
        .filter(({ place }) => place.start >= from && place.start < until)
        .map(({ place, stored }): DatedPage => ({ start: place.start, page: stored.page })),
    readNewest: async (organizationId) =>
      sorted()
        .filter(({ place }) => place.organizationId === organizationId && place.bucket === '5m')
        .map(({ stored }) => stored.page)
        .toReversed(),
    eraseFigures: async (organizationId) => {
      for (const [key, { place }] of items) if (place.organizationId === organizationId) items.delete(key);
    },
  };
  return { pages, figures, places: () => sorted().map(({ place }) => place) };
}
