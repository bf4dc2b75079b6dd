import { useQuery } from '@tanstack/react-query';
import { bodyOf } from '../api/client.ts';
import type { Webhook } from '../api/types.ts';
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

/** A webhook, and the name of this version of it. */
export interface WebhookVersion {
  readonly webhook: Webhook;
  readonly etag: string;
}

/** One webhook as it is when its edit page opens: what is typed into it belongs to that version. */
export function useWebhookVersion(webhookId: string) {
  const { client, organizationId } = useApi();
  return useQuery<WebhookVersion>({
    queryKey: [organizationId, 'webhook-version', webhookId],
    gcTime: 0,
    staleTime: 'static',
    queryFn: async () => {
      const answer = client.GET('/api/v1/organizations/{organizationId}/webhooks/{webhookId}', {
        params: { path: { organizationId, webhookId } },
      });
      return { webhook: await bodyOf(answer), etag: (await answer).response.headers.get('etag') ?? '*' };
    },
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
