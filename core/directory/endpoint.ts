import * as z from 'zod/mini';
import { Templates } from '../notification/field-templates.ts';
import { Lifecycle } from '../notification/lifecycle.ts';
import { Link } from './link.ts';
import type { Webhook } from './webhook.ts';

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
  lifecycle: z.exactOptional(Lifecycle),
  links: z.array(Link),
});
export type Endpoint = z.infer<typeof Endpoint>;

/** The largest endpoint that may be saved, in bytes of its JSON text: DynamoDB takes items up to 400 KB. */
export const MAX_ENDPOINT_BYTES = 300 * 1024;

/** The endpoint of `webhook`: what its sends need, without what only operators see. */
export function endpointOf(webhook: Webhook): Endpoint {
  const { apiKeyHash, preset, templates, lifecycle } = webhook;
  return {
    organizationId: webhook.organizationId,
    webhookId: webhook.id,
    webhookName: webhook.name,
    enabled: webhook.enabled,
    requireApiKey: webhook.requireApiKey,
    ...(apiKeyHash === undefined ? {} : { apiKeyHash }),
    ...(preset === undefined ? {} : { preset }),
    ...(templates === undefined ? {} : { templates }),
    ...(lifecycle === undefined ? {} : { lifecycle }),
    links: webhook.links,
  };
}
