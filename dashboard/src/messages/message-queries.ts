import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { bodyOf } from '../api/client.ts';
import { useGoingOn } from '../api/going-on.ts';
import { readAll } from '../api/read-all.ts';
import type { paths } from '../api/schema.d.ts';
import type { Delivery } from '../api/types.ts';
import { useFresh } from '../live/use-fresh.ts';
import { useApi } from '../session/organization.tsx';

type ListCall = paths['/api/v1/organizations/{organizationId}/messages']['get'];
type ListQuery = NonNullable<ListCall['parameters']['query']>;

/** What a list of messages can be narrowed by. */
export type MessageFilters = Pick<
  ListQuery,
  'webhookId' | 'alertId' | 'channelId' | 'state' | 'from' | 'to' | 'q' | 'tag' | 'priority'
>;

/** How often lists are read again, in milliseconds: while deliveries are on their way, and once a stream tells of news. */
const LIVE_MS = 3000;
const TOLD_MS = 30_000;
const PAGE = 50;
const RECENT = 100;

/** Whether a delivery is about to end: a retry may be hours away. */
const isUnderWay = ({ state }: Delivery): boolean => state === 'queued' || state === 'delivering';

/**
 * Messages that match, newest first; more on demand; kept up to date while `live`. A search goes on by itself until it
 * has found a page more, has looked at everything, or is stopped.
 */
export function useMessages(filters: MessageFilters, live: boolean) {
  const readPage = useReadPage(filters, PAGE);
  const isTold = useFresh(filters.webhookId);
  const query = useInfiniteQuery({
    queryKey: readPage.key('messages'),
    initialPageParam: '',
    queryFn: ({ pageParam }) => readPage.read(pageParam === '' ? undefined : pageParam),
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchInterval: ({ state: { data } }) => {
      const pages = data?.pages ?? [];
      // A long search is not begun anew every few seconds.
      if (!live || (pages.length > 1 && pages[0]?.searchedTo !== undefined)) return false;
      const isMoving = pages.some(({ items }) => items.some(({ deliveries }) => deliveries.some(isUnderWay)));
      return isTold && !isMoving ? TOLD_MS : LIVE_MS;
    },
  });
  const items = query.data?.pages.flatMap((page) => page.items) ?? [];
  const { isSearching, goOn, stop } = useGoingOn(
    { about: JSON.stringify(filters), found: items.length, page: PAGE },
    query,
  );
  return { ...query, items, searchedTo: query.data?.pages.at(-1)?.searchedTo, isSearching, goOn, stop };
}

/** The newest messages that somebody sent, for trying things out on. */
export function useRecentMessages(filters: MessageFilters = {}, refreshMs: number | false = false) {
  const readPage = useReadPage(filters, RECENT);
  return useQuery({
    queryKey: readPage.key('recent-messages'),
    refetchInterval: refreshMs,
    queryFn: () => readAll(readPage.read, { enough: RECENT }),
    // What the router says of an alert passes no filter and no template.
    select: (messages) => messages.filter(({ origin }) => origin !== 'system'),
  });
}

function useReadPage(filters: MessageFilters, limit: number) {
  const { client, organizationId } = useApi();
  return {
    key: (name: string) => [organizationId, name, filters],
    read: (cursor: string | undefined) =>
      bodyOf(
        client.GET('/api/v1/organizations/{organizationId}/messages', {
          params: { path: { organizationId }, query: { ...filters, limit, ...(cursor !== undefined && { cursor }) } },
        }),
      ),
  };
}

/** One message, whole; read again while a delivery is on its way. */
export function useMessage(messageId: string) {
  const { client, organizationId } = useApi();
  return useQuery({
    queryKey: [organizationId, 'messages', messageId],
    enabled: messageId !== '',
    refetchInterval: ({ state: { data } }) =>
      data?.deliveries.some(({ state }) => !['delivered', 'failed', 'skipped'].includes(state)) ? LIVE_MS : false,
    queryFn: () =>
      bodyOf(
        client.GET('/api/v1/organizations/{organizationId}/messages/{messageId}', {
          params: { path: { organizationId, messageId } },
        }),
      ),
  });
}
