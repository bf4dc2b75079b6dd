import { shardOf } from '../message/message-id.ts';
import { addUsage, noUsage, type Usage } from '../usage/usage.ts';
import { emptyPage, mergePages } from './page.ts';
import type { FigureReader } from './stats.ts';

/** A span of whole 5-minute buckets. Epoch milliseconds. */
export interface Span {
  readonly from: number;
  /** Not included. */
  readonly until: number;
}

export interface SpanUsagePorts {
  readonly figures: FigureReader;
  /** The oldest and the newest message of each shard that was accepted in a span. */
  readonly edges: (organizationId: string, span: Span) => Promise<readonly string[]>;
}

/**
 * The usage of a span by its figures, which cost a fraction of its messages to read.
 *
 * @returns undefined when not everything in it is counted: the stream was not switched on yet, or nobody read it for a
 *   day. Whatever is missing is missing at an edge of the span, or it misses all.
 */
export async function spanUsage(
  { figures, edges }: SpanUsagePorts,
  organizationId: string,
  span: Span,
): Promise<Usage | undefined> {
  const [pages, ids] = await Promise.all([
    figures.readPages(organizationId, { bucket: '5m', ...span }),
    edges(organizationId, span),
  ]);
  const { webhooks, oldest, newest } = pages.map(({ page }) => page).reduce(mergePages, emptyPage);
  const isCounted = (id: string) => {
    const [first, last] = [oldest[shardOf(id)], newest[shardOf(id)]];
    return first !== undefined && last !== undefined && first <= id && id <= last;
  };
  if (!ids.every(isCounted)) return undefined;
  return Object.values(webhooks).reduce<Usage>((sum, tally) => addUsage(sum, tally), noUsage);
}
