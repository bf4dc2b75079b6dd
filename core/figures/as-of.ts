import { decodeTime } from 'ulid';
import { ulidOf } from '../message/ids.ts';
import { shardOf } from '../message/message-id.ts';
import { startOf } from './bucket.ts';
import type { FigurePage } from './page.ts';
import type { FigureReader } from './stats.ts';

/** What happened so long ago is counted: records wait for 45 seconds at most, and are counted in a few. */
const COUNTED_WITHIN_MS = 60_000;

/** The stream keeps records so long: what is older is counted, or never will be. */
const STREAMED_MS = 24 * 60 * 60_000;

export interface AsOfPorts {
  readonly newestMessages: {
    /** The newest message of each shard that was accepted in a span of time, epoch milliseconds. */
    inShards(
      organizationId: string,
      span: { readonly from: number; readonly until: number },
    ): Promise<readonly string[]>;
  };
  readonly figures: FigureReader & {
    /** Some items of the newest 5-minute buckets. */
    readNewest(organizationId: string): Promise<readonly FigurePage[]>;
  };
}

/** Up to when everything is counted. */
export type AsOf =
  /** Up to a minute ago: counting keeps up. */
  | { readonly kind: 'current'; readonly time: number }
  /** Counting is behind; without a time nothing is counted at all. */
  | { readonly kind: 'behind'; readonly time?: number };

/**
 * Up to when everything of an organisation is counted, epoch milliseconds. It compares the newest messages of a minute
 * ago with what was counted, because a stream that nobody reads looks like one on which nothing happens.
 */
export async function readAsOf(ports: AsOfPorts, organizationId: string, now: number): Promise<AsOf> {
  const usual = now - COUNTED_WITHIN_MS;
  const span = { from: now - STREAMED_MS, until: usual };
  const stored = await ports.newestMessages.inShards(organizationId, span);
  const counted = await Promise.all(stored.map(async (id) => isCounted(ports, organizationId, id)));
  if (counted.every(Boolean)) return { kind: 'current', time: usual };
  const pages = await ports.figures.readNewest(organizationId);
  const times = pages.flatMap(({ newest }) => Object.values(newest)).map(timeOf);
  return times.length === 0 ? { kind: 'behind' } : { kind: 'behind', time: Math.min(usual, Math.max(...times)) };
}

async function isCounted({ figures }: AsOfPorts, organizationId: string, messageId: string): Promise<boolean> {
  const start = startOf('5m', timeOf(messageId));
  const pages = await figures.readPages(organizationId, { bucket: '5m', from: start, until: start + 1 });
  return pages.some(({ page }) => (page.newest[shardOf(messageId)] ?? '') >= messageId);
}

const timeOf = (messageId: string) => decodeTime(ulidOf(messageId));
