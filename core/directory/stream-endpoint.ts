import * as z from 'zod/mini';
import { LiveStreamConfig } from '../channels/live-stream-config.ts';
import { Pause } from '../live/pause.ts';

/**
 * What the Live Stream service must know to serve a stream ID, in one item found by the hash of the stream ID.
 * Written in one transaction with the channel it belongs to.
 */
export const StreamEndpoint = z.object({
  organizationId: z.string(),
  channelId: z.string(),
  enabled: z.boolean(),
  config: LiveStreamConfig,
  pauses: z.array(Pause),
});
export type StreamEndpoint = z.infer<typeof StreamEndpoint>;
