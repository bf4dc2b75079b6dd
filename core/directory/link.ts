import * as z from 'zod/mini';
import { ChannelKind, takesEach } from '../channels/kinds.ts';
import { Filter } from '../filter/filter.ts';
import type { Issue } from '../words/issue.ts';

/** One channel of a webhook, with its switch and its filter (specification 3.2). */
export const Link = z.object({
  channelId: z.string(),
  /** The channel's kind, which never changes: rewriting the endpoint needs no read of the channels. */
  kind: ChannelKind,
  enabled: z.boolean(),
  filter: z.nullable(Filter),
  /** The channel's people may answer asks, and change alerts, where they read them. Absent: they may not. */
  answers: z.exactOptional(z.boolean()),
});
export type Link = z.infer<typeof Link>;

/** What is wanted of a link; what is left out is as on a link that nobody has configured. */
interface WantedLink {
  readonly enabled?: boolean | undefined;
  readonly filter?: Filter | null | undefined;
  readonly answers?: boolean | undefined;
}

/** The link to a channel. */
export function linkTo(
  channel: Pick<Link, 'channelId' | 'kind'>,
  { enabled = true, filter = null, answers = false }: WantedLink,
): Link {
  return { ...channel, enabled, filter, ...(answers ? { answers } : {}) };
}

/** What is wrong with letting the people of a channel of this kind answer. */
export function answersIssues(kind: ChannelKind, answers: boolean | undefined): Issue[] {
  if (answers !== true || !takesEach(kind)) return [];
  return [{ path: 'answers', message: `machines read channels of kind ${kind}; nobody can answer there` }];
}
