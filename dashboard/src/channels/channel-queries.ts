import { useQuery } from '@tanstack/react-query';
import { bodyOf } from '../api/client.ts';
import { readAll } from '../api/read-all.ts';
import { useApi } from '../session/organization.tsx';

const LIMIT = 100;

/** Every channel of the organization; read again every `refreshMs` milliseconds, where something watches them. */
export function useChannels(refreshMs: number | false = false) {
  const { client, organizationId } = useApi();
  return useQuery({
    queryKey: [organizationId, 'channels'],
    refetchInterval: refreshMs,
    queryFn: () =>
      readAll((cursor) =>
        bodyOf(
          client.GET('/api/v1/organizations/{organizationId}/channels', {
            params: { path: { organizationId }, query: { limit: LIMIT, ...(cursor !== undefined && { cursor }) } },
          }),
        ),
      ),
  });
}

/** One channel. */
export function useChannel(channelId: string) {
  const { client, organizationId } = useApi();
  return useQuery({
    queryKey: [organizationId, 'channels', channelId],
    queryFn: () =>
      bodyOf(
        client.GET('/api/v1/organizations/{organizationId}/channels/{channelId}', {
          params: { path: { organizationId, channelId } },
        }),
      ),
  });
}

/** Every kind of channel there is. They change with a deployment only. */
export function useChannelKinds() {
  const { client } = useApi();
  return useQuery({
    queryKey: ['channel-kinds'],
    staleTime: Infinity,
    queryFn: async () => (await bodyOf(client.GET('/api/v1/channel-kinds'))).items,
  });
}
