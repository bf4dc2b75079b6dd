import { startOf } from './bucket.ts';
import { percentile } from './durations.ts';
import { addChannel, type ChannelFigures } from './page.ts';
import { LATEST_DELIVERIES, noStanding } from './standing.ts';
import type { FigureReader } from './stats.ts';

export const healthStates = ['healthy', 'degraded', 'failing', 'paused', 'unused'] as const;

/** How a channel fared in the last 24 hours. */
export interface Health {
  readonly state: (typeof healthStates)[number];
  /** 0 to 1, of the deliveries that came to an end; null when none did. */
  readonly successRate: number | null;
  /** From 201 to delivered. */
  readonly p95Ms: number | null;
  /** ISO 8601 UTC. */
  readonly lastDeliveredAt: string | null;
  readonly lastFailure: { readonly at: string; readonly error: string } | null;
}

const DAY_MS = 24 * 60 * 60_000;

/** With a smaller share of deliveries that succeed a channel is degraded. */
const HEALTHY_RATE = 0.95;

/** Tells the health of the channels of an organisation. */
export type HealthTeller = (channel: { readonly id: string; readonly enabled: boolean }) => Health;

/** Reads how all channels of an organisation fared: one read, however many there are. */
export async function readHealth(figures: FigureReader, organizationId: string, now: number): Promise<HealthTeller> {
  const span = { bucket: '1h', from: startOf('1h', now - DAY_MS), until: now } as const;
  const known = new Map<string, ChannelFigures>();
  for (const { page } of await figures.readPages(organizationId, span)) {
    for (const [id, counted] of Object.entries(page.channels)) known.set(id, addChannel(known.get(id), counted));
  }
  return (channel) => healthOf(channel.enabled, known.get(channel.id));
}

/** @param figures absent: nothing was routed to it */
export function healthOf(isEnabled: boolean, figures: ChannelFigures | undefined): Health {
  const { delivered = 0, failed = 0, durations = {}, standing = noStanding } = figures ?? {};
  const ended = delivered + failed;
  const facts = {
    successRate: ended === 0 ? null : delivered / ended,
    p95Ms: percentile(durations, 0.95),
    lastDeliveredAt: standing.lastDeliveredAt ?? null,
    lastFailure: standing.lastFailure ?? null,
  };
  if (!isEnabled) return { state: 'paused', ...facts };
  if (figures === undefined) return { state: 'unused', ...facts };
  const { latest } = standing;
  if (latest.length === LATEST_DELIVERIES && latest.every(({ isDelivered }) => !isDelivered))
    return { state: 'failing', ...facts };
  const isWell = (facts.successRate ?? 1) >= HEALTHY_RATE && latest[0]?.isDelivered !== false;
  return { state: isWell ? 'healthy' : 'degraded', ...facts };
}
