import * as z from 'zod/mini';

/** Output format and switches of a Live Stream channel (specification 2.6). */
export const LiveStreamConfig = z.object({
  format: z.enum(['json', 'text']),
  includePriority: z.boolean(),
  includeTags: z.boolean(),
  includePayload: z.boolean(),
});
export type LiveStreamConfig = z.infer<typeof LiveStreamConfig>;
