import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ApiError } from '../api/api-error.ts';
import { bodyOf } from '../api/client.ts';
import type { Stats, Webhook } from '../api/types.ts';
import { useApi } from '../session/organization.tsx';
import { boundsOf, coarse, type Range } from './range.ts';

const MINUTE_MS = 60_000;
/** What is watched, and what changes slowly: together below two calls a minute. */
const WATCHED_MS = MINUTE_MS;
export const SLOW_MS = 6 * MINUTE_MS;

/** The figures of a range, together or by webhook or channel. */
export function useStats(range: Range, by: 'none' | 'webhook' | 'channel') {
  const { client, organizationId } = useApi();
  const steps = by === 'none' ? range : coarse(range);
  return useQuery<Stats>({
    queryKey: [organizationId, 'stats', by, range.id],
    refetchInterval: by === 'none' ? WATCHED_MS : SLOW_MS,
    placeholderData: keepPreviousData,
    queryFn: () =>
      bodyOf(
        client.GET('/api/v1/organizations/{organizationId}/stats', {
          params: {
            path: { organizationId },
            query: { ...boundsOf(steps, Date.now()), bucket: steps.bucket, by },
          },
        }),
      ),
  });
}

const PAGE = 100;

/**
 * The webhooks of these ids as far as they are there, and those of one page: an organization may have thousands. Links
 * change seldom, so they are not read again while the page is open.
 */
export function useSomeWebhooks(ids: readonly string[]) {
  const { client, organizationId } = useApi();
  return useQuery<readonly Webhook[]>({
    queryKey: [organizationId, 'webhooks', 'some', ...ids.toSorted()],
    placeholderData: keepPreviousData,
    queryFn: async () => {
      const path = '/api/v1/organizations/{organizationId}/webhooks';
      const { items } = await bodyOf(
        client.GET(path, { params: { path: { organizationId }, query: { limit: PAGE } } }),
      );
      const missing = ids.filter((webhookId) => items.every(({ id }) => id !== webhookId));
      const found = await Promise.all(
        missing.map((webhookId) =>
          bodyOf(client.GET(`${path}/{webhookId}`, { params: { path: { organizationId, webhookId } } })).catch(ifGone),
        ),
      );
      return [...items, ...found.filter((webhook) => webhook !== undefined)];
    },
  });
}

/** What was deleted still has figures. */
function ifGone(error: unknown): undefined {
  if (error instanceof ApiError && error.status === 404) return undefined;
  throw error;
}
