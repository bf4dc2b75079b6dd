import { createHash } from 'node:crypto';
import { mapSecrets } from '../../channels/config-secrets.ts';
import { deliveredKind } from '../../channels/registry.ts';
import type { Channel } from '../../directory/channel.ts';
import type { ChannelHealth } from '../channel-health.ts';

/** How fast requests may go to one destination. */
export interface Pace {
  /** Names the destination without giving it away: addresses and tokens are secrets. */
  readonly key: string;
  /** Milliseconds between two requests. */
  readonly intervalMs: number;
  /** Requests that may go at once after a rest, from 1. */
  readonly burst: number;
}

/** A slow destination gets this many requests at a time, over all instances. */
const SLOW_CONCURRENCY = 4;

/**
 * The pace of a channel's destination: its vendor's limit, or that of a destination that answers slowly. Most have
 * none, and cost nothing.
 */
export function paceOf(channel: Channel, health: ChannelHealth | undefined): Pace | undefined {
  if (health?.slowMs !== undefined) {
    const intervalMs = Math.ceil(health.slowMs / SLOW_CONCURRENCY);
    return { key: `slow#${channel.id}`, intervalMs, burst: SLOW_CONCURRENCY };
  }
  const { requestsPerSecond, burst = 1 } = deliveredKind(channel.kind)?.limits ?? {};
  if (requestsPerSecond === undefined) return undefined;
  return { key: destinationOf(channel), intervalMs: 1000 / requestsPerSecond, burst };
}

/**
 * Names a channel's destination by what the vendor tells its callers apart by: the address or token in its config. Two
 * channels with the same one share its pace; organisations with tokens of their own do not.
 */
export function destinationOf({ id, kind, config }: Channel): string {
  const { urls = [], secrets = [] } = deliveredKind(kind) ?? {};
  const parts = textsAt(config, [...urls, ...secrets]);
  const name = JSON.stringify([kind, ...(parts.length === 0 ? [id] : parts)]);
  return createHash('sha256').update(name).digest('hex');
}

/** The host that a channel's requests go to; its kind, for kinds of one vendor with one host. */
export function hostOf({ kind, config }: Channel): string {
  const [url = ''] = textsAt(config, deliveredKind(kind)?.urls ?? []);
  return URL.canParse(url) ? new URL(url).host : kind;
}

function textsAt(config: Channel['config'], paths: readonly string[]): string[] {
  const texts: string[] = [];
  mapSecrets(config, paths, (text) => {
    texts.push(text);
    return text;
  });
  return texts;
}

/**
 * When a request with the turn `turnAt` of its destination may go. Turns are `intervalMs` apart; a rested destination
 * takes a burst ahead of them (a token bucket, counted in time).
 *
 * @returns epoch milliseconds; in the past: at once
 */
export function startOfTurn(turnAt: number, { intervalMs, burst }: Pace): number {
  return turnAt - (burst - 1) * intervalMs;
}
