import { useQuery } from '@tanstack/react-query';
import { bodyOf } from '../api/client.ts';
import { readAll } from '../api/read-all.ts';
import { useApi } from '../session/organization.tsx';

const LIMIT = 100;

/** Every webhook of the organization. */
export function useWebhooks() {
  const { client, organizationId } = useApi();
  return useQuery({
    queryKey: [organizationId, 'webhooks'],
    queryFn: () =>
      readAll((cursor) =>
        bodyOf(
          client.GET('/api/v1/organizations/{organizationId}/webhooks', {
            params: { path: { organizationId }, query: { limit: LIMIT, ...(cursor !== undefined && { cursor }) } },
          }),
        ),
      ),
  });
}

/** One webhook. */
export function useWebhook(webhookId: string) {
  const { client, organizationId } = useApi();
  return useQuery({
    queryKey: [organizationId, 'webhooks', webhookId],
    queryFn: () =>
      bodyOf(
        client.GET('/api/v1/organizations/{organizationId}/webhooks/{webhookId}', {
          params: { path: { organizationId, webhookId } },
        }),
      ),
  });
}
