import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { bodyOf } from '../api/client.ts';
import type { paths } from '../api/schema.d.ts';
import type { Delivery } from '../api/types.ts';
import { useFresh } from '../live/use-fresh.ts';
import { useApi } from '../session/organization.tsx';

type ListCall = paths['/api/v1/organizations/{organizationId}/messages']['get'];
type ListQuery = NonNullable<ListCall['parameters']['query']>;

/** What a list of messages can be narrowed by. */
export type MessageFilters = Pick<ListQuery, 'webhookId' | 'state' | 'from' | 'to' | 'q'>;

/** How often lists are read again, in milliseconds: while deliveries are on their way, and once a stream tells of news. */
const LIVE_MS = 3000;
const TOLD_MS = 30_000;
const PAGE = 50;
const RECENT = 100;

/** Whether a delivery is about to end: a retry may be hours away. */
const isUnderWay = ({ state }: Delivery): boolean => state === 'queued' || state === 'delivering';

/** Messages that match, newest first; more pages on demand; kept up to date while `live`. */
export function useMessages(filters: MessageFilters, live: boolean) {
  const { client, organizationId } = useApi();
  const isTold = useFresh(filters.webhookId);
  return useInfiniteQuery({
    queryKey: [organizationId, 'messages', filters],
    initialPageParam: '',
    queryFn: ({ pageParam }) =>
      bodyOf(
        client.GET('/api/v1/organizations/{organizationId}/messages', {
          params: {
            path: { organizationId },
            query: { ...filters, limit: PAGE, ...(pageParam !== '' && { cursor: pageParam }) },
          },
        }),
      ),
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchInterval: ({ state: { data } }) => {
      const shown = data?.pages.flatMap(({ items }) => items) ?? [];
      const isMoving = shown.some(({ deliveries }) => deliveries.some(isUnderWay));
      return live && (isTold && !isMoving ? TOLD_MS : LIVE_MS);
    },
  });
}

/** The newest messages, for trying things out on. */
export function useRecentMessages(filters: MessageFilters = {}, refreshMs: number | false = false) {
  const { client, organizationId } = useApi();
  return useQuery({
    queryKey: [organizationId, 'recent-messages', filters],
    refetchInterval: refreshMs,
    queryFn: async () => {
      const query = { ...filters, limit: RECENT };
      const call = client.GET('/api/v1/organizations/{organizationId}/messages', {
        params: { path: { organizationId }, query },
      });
      return (await bodyOf(call)).items;
    },
  });
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
