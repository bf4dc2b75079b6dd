import { bodyOf } from '../api/client.ts';
import type { Channel, Webhook } from '../api/types.ts';
import { useAction } from '../feedback/action.ts';
import { useApi } from '../session/organization.tsx';
import { webhooksWithout } from './coverage.ts';

interface StreamWish {
  /** The stream to use; absent: one is made. */
  readonly stream?: Channel | undefined;
  readonly webhooks: readonly Webhook[];
}

/** Makes sure that a Live Stream carries everything of these webhooks, and says which one it is. */
export function useWatch(then: (stream: Channel) => void = () => {}) {
  const { client, organizationId } = useApi();
  const create = () =>
    bodyOf(
      client.POST('/api/v1/organizations/{organizationId}/channels', {
        params: { path: { organizationId } },
        body: { kind: 'live-stream', name: 'Live', config: { includePayload: false } },
      }),
    );
  const link = (channelId: string, webhookId: string) =>
    bodyOf(
      client.PUT('/api/v1/organizations/{organizationId}/webhooks/{webhookId}/channels/{channelId}', {
        params: { path: { organizationId, webhookId, channelId } },
        body: { enabled: true, filter: null },
      }),
    );
  return useAction({
    run: async ({ stream, webhooks }: StreamWish) => {
      const channel = stream ?? (await create());
      for (const { id } of webhooksWithout(channel, webhooks)) await link(channel.id, id);
      return channel;
    },
    onDone: then,
  });
}
