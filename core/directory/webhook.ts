import * as z from 'zod/mini';
import { Templates } from '../notification/field-templates.ts';
import { Lifecycle } from '../notification/lifecycle.ts';
import { Link } from './link.ts';
import { managedFields } from './managed.ts';

/** A webhook has at most this many links, so that the endpoint item stays one cheap read. */
export const MAX_LINKS_PER_WEBHOOK = 100;

/** How many links one write may add: each channel must exist at that moment, and a transaction holds 100 items. */
export const MAX_NEW_LINKS_PER_WRITE = 90;

/** A webhook as operators see it (specification 2.5). Ingest reads its `Endpoint`, written in the same transaction. */
export const Webhook = z.object({
  id: z.string(),
  organizationId: z.string(),
  /** Secret: the last path segment of the endpoint URL. */
  publicId: z.string(),
  name: z.string(),
  enabled: z.boolean(),
  requireApiKey: z.boolean(),
  /** SHA-256 of the key, hex. Absent: no key was ever issued. */
  apiKeyHash: z.optional(z.string()),
  /** The first characters of the key, the only part that is shown again. */
  apiKeyPrefix: z.optional(z.string()),
  preset: z.optional(z.string()),
  templates: z.optional(Templates),
  /** Absent: its messages are no alerts. */
  lifecycle: z.exactOptional(Lifecycle),
  links: z.array(Link),
  ...managedFields,
  createdAt: z.string(),
  updatedAt: z.string(),
  /** Counts changes; the ETag of the resource and the condition of every write. */
  version: z.number(),
});
export type Webhook = z.infer<typeof Webhook>;
