import * as z from 'zod/mini';
import { shardOf } from '../message/message-id.ts';
import type { Bucket } from './bucket.ts';
import type { FigureChange } from './change.ts';
import { mergeStandings, noStanding, Standing } from './standing.ts';
import { addTallies, noTally, Tally } from './tally.ts';

const ChannelFigures = z.extend(Tally, { standing: z.optional(Standing) });
export type ChannelFigures = z.infer<typeof ChannelFigures>;

/** The figures of an organisation in one bucket, as far as they lie in one item. */
export const FigurePage = z.object({
  webhooks: z.record(z.string(), Tally),
  channels: z.record(z.string(), ChannelFigures),
  /** The oldest and the newest message that was counted, by the shard that its row lies in. */
  oldest: z.record(z.string(), z.string()),
  newest: z.record(z.string(), z.string()),
});
export type FigurePage = z.infer<typeof FigurePage>;

export const emptyPage: FigurePage = { webhooks: {}, channels: {}, oldest: {}, newest: {} };

/** An effect, and where the stream tells of it. */
export interface Entry extends FigureChange {
  readonly sequence: string;
  /** The message that it is about. */
  readonly messageId: string;
}

/** A copy of the page with the entries counted. How channels stand is kept by the hour alone: that is how it is read. */
export function withEntries(page: FigurePage, entries: readonly Entry[], bucket: Bucket): FigurePage {
  const webhooks = { ...page.webhooks };
  const channels = { ...page.channels };
  const edges = edgesOf(page);
  for (const { of, id, tally, standing, messageId } of entries) {
    if (of === 'webhooks') webhooks[id] = addTallies(webhooks[id] ?? noTally, tally);
    else channels[id] = addChannel(channels[id], { ...tally, ...(bucket === '1h' ? { standing } : {}) });
    if (tally.messages > 0) widen(edges, String(shardOf(messageId)), messageId);
  }
  return { webhooks, channels, ...edges };
}

/** What both pages count together. */
export function mergePages(left: FigurePage, right: FigurePage): FigurePage {
  const webhooks = { ...left.webhooks };
  const channels = { ...left.channels };
  const edges = edgesOf(left);
  for (const [id, tally] of Object.entries(right.webhooks)) webhooks[id] = addTallies(webhooks[id] ?? noTally, tally);
  for (const [id, figures] of Object.entries(right.channels)) channels[id] = addChannel(channels[id], figures);
  for (const side of [right.oldest, right.newest]) {
    for (const [shard, id] of Object.entries(side)) widen(edges, shard, id);
  }
  return { webhooks, channels, ...edges };
}

type Edges = Pick<FigurePage, 'oldest' | 'newest'>;

const edgesOf = ({ oldest, newest }: FigurePage): Edges => ({ oldest: { ...oldest }, newest: { ...newest } });

function widen({ oldest, newest }: Edges, shard: string, messageId: string): void {
  const [first = messageId, last = messageId] = [oldest[shard], newest[shard]];
  oldest[shard] = messageId < first ? messageId : first;
  newest[shard] = messageId > last ? messageId : last;
}

/** The figures of a channel with more of them, some of which may be unknown. */
export function addChannel(known: ChannelFigures | undefined, { standing, ...tally }: ChannelFigures): ChannelFigures {
  const sum = addTallies(known ?? noTally, tally);
  if (standing === undefined) return { ...sum, ...(known?.standing === undefined ? {} : { standing: known.standing }) };
  return { ...sum, standing: mergeStandings(known?.standing ?? noStanding, standing) };
}
