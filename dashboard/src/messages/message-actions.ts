import { bodyOf } from '../api/client.ts';
import { useAction } from '../feedback/action.ts';
import { useApi } from '../session/organization.tsx';

const path = '/api/v1/organizations/{organizationId}/messages/{messageId}';

/** Delivering a message again. */
export function useRedelivery(messageId: string) {
  const { client, organizationId } = useApi();
  return {
    replay: useAction({
      told: 'Message replayed. Its deliveries are below.',
      quiet: true,
      run: () => bodyOf(client.POST(`${path}/replay`, { params: { path: { organizationId, messageId } } })),
    }),
    retry: useAction({
      told: 'Retrying now.',
      run: (channelId: string) =>
        bodyOf(
          client.POST(`${path}/deliveries/{channelId}/retry`, {
            params: { path: { organizationId, messageId, channelId } },
          }),
        ),
    }),
  };
}
