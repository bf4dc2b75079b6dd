import { bodyOf, done } from '../api/client.ts';
import type { Filter, Webhook, WebhookWithKey } from '../api/types.ts';
import type { paths } from '../api/schema.d.ts';
import { useAction } from '../feedback/action.ts';
import { useShowOnce } from '../secrets/shown-once.tsx';
import { useApi } from '../session/organization.tsx';
import type { WebhookPatch } from './webhook-draft.ts';

type Collection = paths['/api/v1/organizations/{organizationId}/webhooks'];
type NewWebhook = Collection['post']['requestBody']['content']['application/json'];

const path = '/api/v1/organizations/{organizationId}/webhooks/{webhookId}';

/** Shows a key that was just issued, this once. */
function useKeyShown(): (webhook: WebhookWithKey) => void {
  const show = useShowOnce();
  return ({ apiKey }) => {
    if (apiKey === undefined) return;
    show({
      title: 'API key for this webhook',
      value: apiKey,
      hint: 'Senders put it into the header Authorization: Bearer, as the snippets of the webhook show.',
    });
  };
}

/** Makes a webhook; a key that comes with it is shown. */
export function useCreateWebhook(then: (webhook: Webhook) => void) {
  const { client, organizationId } = useApi();
  const showKey = useKeyShown();
  return useAction({
    told: 'Webhook created.',
    run: (body: NewWebhook) =>
      bodyOf(
        client.POST('/api/v1/organizations/{organizationId}/webhooks', { params: { path: { organizationId } }, body }),
      ),
    onDone: (webhook) => {
      showKey(webhook);
      then(webhook);
    },
  });
}

/** What can be done to one webhook. */
export function useWebhookActions(webhookId: string) {
  const { client, organizationId } = useApi();
  const showKey = useKeyShown();
  const params = { path: { organizationId, webhookId } };
  return {
    patch: useAction({
      told: 'Webhook saved.',
      run: (body: WebhookPatch) => bodyOf(client.PATCH(path, { params, body })),
    }),
    regenerateUrl: useAction({
      told: 'The webhook has a new address. The old one has stopped working.',
      quiet: true,
      run: () => bodyOf(client.POST(`${path}/regenerate-url`, { params })),
    }),
    regenerateKey: useAction({
      quiet: true,
      run: () => bodyOf(client.POST(`${path}/regenerate-key`, { params })),
      onDone: showKey,
    }),
    remove: useAction({
      told: 'Webhook deleted. Its messages stay under Messages.',
      quiet: true,
      run: () => done(client.DELETE(path, { params })),
    }),
  };
}

/** Sends a sample to a webhook. */
export function useSendTest(webhookId: string) {
  const { client, organizationId } = useApi();
  return useAction({
    told: 'Test sent.',
    run: () => bodyOf(client.POST(`${path}/test`, { params: { path: { organizationId, webhookId } }, body: {} })),
  });
}

/** Saves what the edit page has, unless the webhook was changed since that page read it. */
export function useSaveWebhook(webhookId: string, then: () => void) {
  const { client, organizationId } = useApi();
  return useAction({
    told: 'Webhook saved.',
    quiet: true,
    run: ({ patch, etag }: { readonly patch: WebhookPatch; readonly etag: string }) =>
      bodyOf(
        client.PATCH(path, {
          params: { path: { organizationId, webhookId }, header: { 'if-match': etag } },
          body: patch,
        }),
      ),
    onDone: then,
  });
}

interface LinkChange {
  readonly channelId: string;
  readonly enabled: boolean;
  readonly filter: Filter | null;
  /** Whether the channel's people may answer asks and change alerts. @default as it was */
  readonly answers?: boolean;
}

/** What can be done to the links of one webhook. */
export function useLinkActions(webhookId: string) {
  const { client, organizationId } = useApi();
  const linkPath = `${path}/channels/{channelId}` as const;
  return {
    put: useAction({
      told: 'Link saved. It applies from the next notification.',
      run: ({ channelId, ...body }: LinkChange) =>
        bodyOf(client.PUT(linkPath, { params: { path: { organizationId, webhookId, channelId } }, body })),
    }),
    remove: useAction({
      told: 'Channel unlinked.',
      quiet: true,
      run: (channelId: string) =>
        done(client.DELETE(linkPath, { params: { path: { organizationId, webhookId, channelId } } })),
    }),
  };
}
