import * as z from 'zod/mini';
import { ChannelKind } from '../channels/kinds.ts';
import { Filter } from '../filter/filter.ts';
import type { Channel } from './channel.ts';
import { Templates, type Webhook } from './webhook.ts';

/**
 * Everything ingest must know to accept and route a send, in one item: the only read of the send path.
 *
 * Found by the hash of the public id, because keys show up in insights and logs. It never holds a channel's mutable
 * state (its switch, its config): the deliverer reads that, so changing a channel rewrites no endpoint.
 */
export const Endpoint = z.object({
  organizationId: z.string(),
  webhookId: z.string(),
  webhookName: z.string(),
  enabled: z.boolean(),
  requireApiKey: z.boolean(),
  apiKeyHash: z.optional(z.string()),
  preset: z.optional(z.string()),
  templates: z.optional(Templates),
  links: z.array(
    z.object({
      channelId: z.string(),
      kind: ChannelKind,
      enabled: z.boolean(),
      filter: z.nullable(Filter),
    }),
  ),
});
export type Endpoint = z.infer<typeof Endpoint>;

/** The endpoint of `webhook`; `kindOf` gives the kind of each linked channel. */
export function endpointOf(webhook: Webhook, kindOf: (channelId: string) => Channel['kind']): Endpoint {
  const { apiKeyHash, preset, templates } = webhook;
  return {
    organizationId: webhook.organizationId,
    webhookId: webhook.id,
    webhookName: webhook.name,
    enabled: webhook.enabled,
    requireApiKey: webhook.requireApiKey,
    ...(apiKeyHash === undefined ? {} : { apiKeyHash }),
    ...(preset === undefined ? {} : { preset }),
    ...(templates === undefined ? {} : { templates }),
    links: webhook.links.map((link) => ({ ...link, kind: kindOf(link.channelId) })),
  };
}
