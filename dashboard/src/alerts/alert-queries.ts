import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { bodyOf } from '../api/client.ts';
import { useGoingOn } from '../api/going-on.ts';
import type { paths } from '../api/schema.d.ts';
import type { AlertSummary } from '../api/types.ts';
import { useFresh } from '../live/use-fresh.ts';
import { useApi } from '../session/organization.tsx';
import { byUrgency } from './alert-words.ts';

type ListCall = paths['/api/v1/organizations/{organizationId}/alerts']['get'];

/** What a list of alerts can be narrowed by. */
export type AlertFilters = Pick<NonNullable<ListCall['parameters']['query']>, 'status' | 'webhookId'>;

/** How often what is looked at is read again, in milliseconds: by itself, and once a stream tells of news. */
const WATCHED_MS = 5000;
const TOLD_MS = 30_000;
/** How often the number of open alerts is counted beside every page. */
const COUNTED_MS = 180_000;
const PAGE = 50;
/** Alerts that are looked through for open ones, by the hundred. */
const COUNTED_PAGES = 5;

/** Alerts that match, those that began last first; more on demand. Pages may be empty, so it goes on by itself. */
export function useAlerts(filters: AlertFilters) {
  const isTold = useFresh(filters.webhookId);
  const readPage = useReadAlerts(filters, PAGE);
  const query = useInfiniteQuery({
    queryKey: readPage.key,
    initialPageParam: '',
    queryFn: ({ pageParam }) => readPage.read(pageParam),
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchInterval: ({ state: { data } }) => ((data?.pages.length ?? 0) > 1 || isTold ? TOLD_MS : WATCHED_MS),
  });
  const items = query.data?.pages.flatMap((page) => page.items) ?? [];
  const { isSearching, goOn } = useGoingOn({ about: JSON.stringify(filters), found: items.length, page: PAGE }, query);
  return { ...query, items, isSearching, goOn };
}

/** The open alerts, most urgent first, and whether these are all. */
interface OpenAlerts {
  readonly items: readonly AlertSummary[];
  readonly isAll: boolean;
}

/** The open alerts among the newest ones. */
export function useOpenAlerts() {
  const readPage = useReadAlerts({ status: 'open' }, 100);
  return useQuery<OpenAlerts>({
    queryKey: [...readPage.key, 'newest'],
    refetchInterval: COUNTED_MS,
    queryFn: async () => {
      const items: AlertSummary[] = [];
      let cursor: string | null = '';
      for (let page = 0; page < COUNTED_PAGES && cursor !== null; page += 1) {
        const found = await readPage.read(cursor);
        items.push(...found.items);
        cursor = found.nextCursor;
      }
      return { items: items.toSorted(byUrgency), isAll: cursor === null };
    },
  });
}

function useReadAlerts(filters: AlertFilters, limit: number) {
  const { client, organizationId } = useApi();
  return {
    key: [organizationId, 'alerts', filters],
    read: (cursor: string) =>
      bodyOf(
        client.GET('/api/v1/organizations/{organizationId}/alerts', {
          params: { path: { organizationId }, query: { ...filters, limit, ...(cursor !== '' && { cursor }) } },
        }),
      ),
  };
}

/** One alert, with the channels that show it; read again while it is open or a channel is still to be told. */
export function useAlert(alertId: string) {
  const { client, organizationId } = useApi();
  return useQuery({
    queryKey: [organizationId, 'alerts', alertId],
    refetchInterval: ({ state: { data } }) =>
      data?.status === 'resolved' && data.channels.every(({ state }) => state !== 'pending') ? false : WATCHED_MS,
    queryFn: () =>
      bodyOf(
        client.GET('/api/v1/organizations/{organizationId}/alerts/{alertId}', {
          params: { path: { organizationId, alertId } },
        }),
      ),
  });
}
