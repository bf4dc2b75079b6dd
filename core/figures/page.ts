import * as z from 'zod/mini';
import { shardOf } from '../message/message-id.ts';
import type { Bucket } from './bucket.ts';
import type { Effect } from './change.ts';
import { mergeStandings, noStanding, Standing } from './standing.ts';
import { addTallies, noTally, Tally } from './tally.ts';

const ChannelFigures = z.extend(Tally, { standing: z.optional(Standing) });
export type ChannelFigures = z.infer<typeof ChannelFigures>;

/** The figures of an organisation in one bucket, as far as they lie in one item. */
export const Page = z.object({
  webhooks: z.record(z.string(), Tally),
  channels: z.record(z.string(), ChannelFigures),
  /** The newest message that was counted, by the shard that its row lies in. */
  newest: z.record(z.string(), z.string()),
});
export type Page = z.infer<typeof Page>;

export const emptyPage: Page = { webhooks: {}, channels: {}, newest: {} };

/** An effect, and where the stream tells of it. */
export interface Entry extends Effect {
  readonly sequence: string;
  /** The message that it is about. */
  readonly messageId: string;
}

/** A copy of the page with the entries counted. How channels stand is kept by the hour alone: that is how it is read. */
export function withEntries(page: Page, entries: readonly Entry[], bucket: Bucket): Page {
  const webhooks = { ...page.webhooks };
  const channels = { ...page.channels };
  const newest = { ...page.newest };
  for (const { of, id, tally, standing, messageId } of entries) {
    if (of === 'webhooks') webhooks[id] = addTallies(webhooks[id] ?? noTally, tally);
    else channels[id] = addChannel(channels[id], { ...tally, ...(bucket === '1h' ? { standing } : {}) });
    const shard = shardOf(messageId);
    if (tally.messages > 0 && messageId > (newest[shard] ?? '')) newest[shard] = messageId;
  }
  return { webhooks, channels, newest };
}

/** What both pages count together. */
export function mergePages(left: Page, right: Page): Page {
  const webhooks = { ...left.webhooks };
  const channels = { ...left.channels };
  const newest = { ...left.newest };
  for (const [id, tally] of Object.entries(right.webhooks)) webhooks[id] = addTallies(webhooks[id] ?? noTally, tally);
  for (const [id, figures] of Object.entries(right.channels)) channels[id] = addChannel(channels[id], figures);
  for (const [shard, id] of Object.entries(right.newest)) if (id > (newest[shard] ?? '')) newest[shard] = id;
  return { webhooks, channels, newest };
}

/** The figures of a channel with more of them, some of which may be unknown. */
export function addChannel(known: ChannelFigures | undefined, { standing, ...tally }: ChannelFigures): ChannelFigures {
  const sum = addTallies(known ?? noTally, tally);
  if (standing === undefined) return { ...sum, ...(known?.standing === undefined ? {} : { standing: known.standing }) };
  return { ...sum, standing: mergeStandings(known?.standing ?? noStanding, standing) };
}
