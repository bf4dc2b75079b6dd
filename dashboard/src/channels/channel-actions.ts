import { bodyOf, done } from '../api/client.ts';
import type { paths } from '../api/schema.d.ts';
import type { Channel } from '../api/types.ts';
import { useAction } from '../feedback/action.ts';
import { useShowOnce } from '../secrets/shown-once.tsx';
import { useApi } from '../session/organization.tsx';

type Collection = paths['/api/v1/organizations/{organizationId}/channels'];
type Single = paths['/api/v1/organizations/{organizationId}/channels/{channelId}'];
type NewChannel = Collection['post']['requestBody']['content']['application/json'];
type ChannelPatch = Single['patch']['requestBody']['content']['application/json'];

const path = '/api/v1/organizations/{organizationId}/channels/{channelId}';

const MADE_SECRET = 'secret';

/** Shows the secret that the router just made for a channel; there is no other time. */
function useShowMade() {
  const show = useShowOnce();
  return ({ config }: Channel) => {
    const secret = config[MADE_SECRET];
    if (typeof secret !== 'string' || secret.startsWith('•')) return;
    show({
      title: 'Signing secret for this channel',
      value: secret,
      hint: 'Give it to the receiver, which checks with it that requests come from here (Standard Webhooks).',
    });
  };
}

/** Makes a channel. A secret that the router made for it is shown, this once. */
export function useCreateChannel(then: (channel: Channel) => void) {
  const { client, organizationId } = useApi();
  const showMade = useShowMade();
  return useAction({
    told: 'Channel created.',
    quiet: true,
    run: (body: NewChannel) =>
      bodyOf(
        client.POST('/api/v1/organizations/{organizationId}/channels', { params: { path: { organizationId } }, body }),
      ),
    onDone: (channel) => {
      showMade(channel);
      then(channel);
    },
  });
}

/** Sends a sample with a config that is not saved yet. */
export function useTestDraft() {
  const { client, organizationId } = useApi();
  return useAction({
    quiet: true,
    run: ({ kind, config }: Pick<NewChannel, 'kind' | 'config'>) =>
      bodyOf(
        client.POST('/api/v1/organizations/{organizationId}/channel-drafts/test', {
          params: { path: { organizationId } },
          body: { kind, config },
        }),
      ),
  });
}

/** What can be done to one channel. */
export function useChannelActions(channelId: string) {
  const { client, organizationId } = useApi();
  const showMade = useShowMade();
  const params = { path: { organizationId, channelId } };
  return {
    patch: useAction({
      told: 'Channel saved.',
      run: (body: ChannelPatch) => bodyOf(client.PATCH(path, { params, body })),
      onDone: showMade,
    }),
    test: useAction({ quiet: true, run: () => bodyOf(client.POST(`${path}/test`, { params })) }),
    regenerateStreamId: useAction({
      told: 'The stream has a new address. Readers of the old one were disconnected.',
      quiet: true,
      run: () => bodyOf(client.POST(`${path}/regenerate-stream-id`, { params })),
    }),
    regeneratePushUrl: useAction({
      told: 'The page has a new address. Browsers that subscribed on the old one no longer get notifications.',
      quiet: true,
      run: () => bodyOf(client.POST(`${path}/regenerate-push-url`, { params })),
    }),
    remove: useAction({
      told: 'Channel deleted.',
      quiet: true,
      run: () => done(client.DELETE(path, { params })),
    }),
  };
}
