import * as z from 'zod/mini';
import { ChannelKind } from '../channels/kinds.ts';
import { Filter } from '../filter/filter.ts';

/** One channel of a webhook, with its switch and its filter (specification 3.2). */
export const Link = z.object({
  channelId: z.string(),
  /** The channel's kind, which never changes: rewriting the endpoint needs no read of the channels. */
  kind: ChannelKind,
  enabled: z.boolean(),
  filter: z.nullable(Filter),
  /** The channel's people may answer asks where they read them. Absent: they may not. */
  answers: z.exactOptional(z.boolean()),
});
export type Link = z.infer<typeof Link>;
