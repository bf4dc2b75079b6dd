import * as z from 'zod/mini';
import type { Outcome } from '../channels/outcome.ts';

/**
 * What went wrong at a channel's destination lately: one item per channel, written only when something does and removed
 * by the next success, so that a healthy channel costs nothing. All times are epoch milliseconds.
 */
export const ChannelHealth = z.object({
  /** Since when there was nothing but failures. */
  failingSince: z.optional(z.number()),
  /** Network failures and 5xx answers in a row. */
  outages: z.optional(z.number()),
  lastOutageAt: z.optional(z.number()),
  /** While the breaker is open: when the next probe may go. The attempt that takes the probe moves it on. */
  openUntil: z.optional(z.number()),
  /** How long the breaker opens for; doubles with every probe that fails. */
  openMs: z.optional(z.number()),
  /** How long the last request took, or has been running; set only when that would hold up other channels. */
  slowMs: z.optional(z.number()),
});
export type ChannelHealth = z.infer<typeof ChannelHealth>;

/** Keeps the health of channels. A failure here never fails a delivery. */
export interface HealthStore {
  /** Everything is well again. */
  clear(channelId: string): Promise<void>;
  /** The destination answers, but slowly: nothing else is wrong any more. */
  markSlow(channelId: string, slow: Slowness): Promise<void>;
  /** The destination has not answered for a while; what else is known stays. */
  suspectSlow(channelId: string, slow: Slowness): Promise<void>;
  /** Counts a failure; `outages` becomes 0, 1 or one more. Gives the health after it. */
  fail(channelId: string, failure: { readonly now: number; readonly outages: OutageCount }): Promise<ChannelHealth>;
  /** Opens the breaker, or moves its next probe, unless `seen` is no longer the stored `openUntil`. Whether it did. */
  open(channelId: string, opening: Opening): Promise<boolean>;
}

/** `slowMs`: how long a request took, or has been under way. */
interface Slowness {
  readonly now: number;
  readonly slowMs: number;
}

/** What a failure does to the count of outages in a row. */
export type OutageCount = 'none' | 'first' | 'further';

export interface Opening {
  readonly seen: number | undefined;
  readonly openUntil: number;
  readonly openMs: number;
}

/** This many outages in a row open the breaker. One delivery alone cannot open it: its retries are too far apart. */
const OUTAGES_TO_OPEN = 5;

/** Outages further apart than this are not in a row. */
const WINDOW_MS = 60_000;

const FIRST_OPEN_MS = 30_000;
const LONGEST_OPEN_MS = 30 * 60_000;

/** A destination that takes longer than this is slow: its jobs use the slow lane, a few at a time. */
export const SLOW_MS = 2_000;

/** What the breaker says to a delivery. */
export type BreakerReading =
  | { readonly kind: 'closed' }
  /** One delivery may try; it must take the probe first. */
  | { readonly kind: 'half-open'; readonly openUntil: number; readonly openMs: number }
  | { readonly kind: 'open'; readonly openUntil: number; readonly openMs: number };

/** Reads the breaker at `now`, epoch milliseconds. */
export function readBreaker({ openUntil, openMs = FIRST_OPEN_MS }: ChannelHealth, now: number): BreakerReading {
  if (openUntil === undefined) return { kind: 'closed' };
  return { kind: openUntil > now ? 'open' : 'half-open', openUntil, openMs };
}

/** Whether the destination cannot be reached or is down, rather than refusing this one delivery. */
function isOutage(outcome: Outcome): boolean {
  return outcome.kind === 'retry' && (outcome.status === undefined || outcome.status >= 500);
}

/** How a failure counts, after the health that was known before the attempt. */
export function countOutage(outcome: Outcome, known: ChannelHealth | undefined, now: number): OutageCount {
  if (!isOutage(outcome)) return 'none';
  const isStale = known?.lastOutageAt !== undefined && known.lastOutageAt < now - WINDOW_MS;
  return isStale ? 'first' : 'further';
}

/**
 * Whether a failure opens the breaker, or keeps it open when it was the probe.
 *
 * @param health as it is after the failure was counted
 * @param probeUntil the `openUntil` that the probe had set, when the failed attempt was one
 */
export function openingAfter(
  health: ChannelHealth,
  { now, probeUntil }: { readonly now: number; readonly probeUntil: number | undefined },
): Opening | undefined {
  const { outages = 0, openUntil, openMs } = health;
  if (probeUntil !== undefined) {
    if (outages === 0) return undefined;
    const longer = Math.min((openMs ?? FIRST_OPEN_MS) * 2, LONGEST_OPEN_MS);
    return { seen: probeUntil, openUntil: now + longer, openMs: longer };
  }
  if (outages < OUTAGES_TO_OPEN || openUntil !== undefined) return undefined;
  return { seen: undefined, openUntil: now + FIRST_OPEN_MS, openMs: FIRST_OPEN_MS };
}
