import * as z from 'zod/mini';
import { ChannelKind } from '../channels/kinds.ts';
import { Updates } from '../channels/updates.ts';
import { Pause } from '../live/pause.ts';
import { managedFields } from './managed.ts';

/** The longest retry schedule that a channel may have, in waits. */
export const MAX_RETRIES = 20;

/** The longest wait before a retry that a channel may ask for: a day, in seconds. */
export const MAX_RETRY_WAIT_SECONDS = 24 * 60 * 60;

/** Where notifications are delivered. `config` has the shape that the channel kind declares. */
export const Channel = z.object({
  id: z.string(),
  organizationId: z.string(),
  kind: ChannelKind,
  name: z.string(),
  enabled: z.boolean(),
  disabledReason: z.optional(z.string()),
  config: z.record(z.string(), z.unknown()),
  /** Seconds before each retry, instead of the router's own schedule. */
  retrySchedule: z.optional(z.array(z.number())),
  /** What it gets of alerts; absent: as its kind does. */
  updates: z.exactOptional(Updates),
  /** Is told when another channel of the organisation was switched off automatically. */
  notifyOnProblems: z.optional(z.boolean()),
  /** Live Stream only, secret: the last path segment of the stream URL (specification 2.6). */
  streamId: z.optional(z.string()),
  /** Live Stream only: when it was off. What was routed to it then was skipped and is not replayed either. */
  pauses: z.optional(z.array(Pause)),
  ...managedFields,
  /** What documents call its secrets, by their place in the config. */
  secretNames: z.exactOptional(z.record(z.string(), z.string())),
  /** Secrets that the router makes when they are left out, and that somebody gave. */
  givenSecrets: z.exactOptional(z.array(z.string())),
  createdAt: z.string(),
  updatedAt: z.string(),
  /** Counts changes; the ETag of the resource and the condition of every write. */
  version: z.number(),
});
export type Channel = z.infer<typeof Channel>;
