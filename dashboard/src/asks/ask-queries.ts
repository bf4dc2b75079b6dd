import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { bodyOf } from '../api/client.ts';
import type { AskStatus } from '../api/types.ts';
import { useAction } from '../feedback/action.ts';
import { useApi } from '../session/organization.tsx';

/** Somebody waits for the answer, so pages that show asks read them again often, in milliseconds. */
const LIVE_MS = 5000;
/** How often the number of open asks is counted beside every page. */
const COUNTED_MS = 300_000;
const PAGE = 50;

const path = '/api/v1/organizations/{organizationId}/asks' as const;

/** What senders ask, newest first; more on demand. */
export function useAsks(status: AskStatus | undefined) {
  const { client, organizationId } = useApi();
  const query = useInfiniteQuery({
    queryKey: [organizationId, 'asks', status],
    initialPageParam: '',
    refetchInterval: LIVE_MS,
    queryFn: ({ pageParam }) => {
      const filters = { ...(status !== undefined && { status }), ...(pageParam !== '' && { cursor: pageParam }) };
      return bodyOf(client.GET(path, { params: { path: { organizationId }, query: { limit: PAGE, ...filters } } }));
    },
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
  return { ...query, items: query.data?.pages.flatMap(({ items }) => items) ?? [] };
}

/** How many asks are open, as far as one page tells; undefined until that is known. */
export function useOpenAsks(): { readonly count: number; readonly isMore: boolean } | undefined {
  const { client, organizationId } = useApi();
  const { data } = useQuery({
    queryKey: [organizationId, 'asks', 'open'],
    refetchInterval: COUNTED_MS,
    queryFn: () =>
      bodyOf(client.GET(path, { params: { path: { organizationId }, query: { status: 'pending', limit: PAGE } } })),
  });
  return data && { count: data.items.length, isMore: data.nextCursor !== null };
}

/** One ask; read again while it is open. */
export function useAsk(askId: string) {
  const { client, organizationId } = useApi();
  return useQuery({
    queryKey: [organizationId, 'asks', 'one', askId],
    refetchInterval: ({ state: { data } }) => (data?.status === 'pending' ? LIVE_MS : false),
    queryFn: () => bodyOf(client.GET(`${path}/{askId}`, { params: { path: { organizationId, askId } } })),
  });
}

/** Answers one ask. */
export function useAnswer(askId: string) {
  const { client, organizationId } = useApi();
  return useAction({
    told: 'Answered. The sender has been told.',
    run: (body: { readonly option?: string; readonly text?: string }) =>
      bodyOf(client.POST(`${path}/{askId}/answer`, { params: { path: { organizationId, askId } }, body })),
  });
}
