import { LiveStreamConfig } from '../channels/live-stream-config.ts';
import { LIVE_EVENT_LIFETIME_SECONDS, type LiveControl } from '../live/live-event.ts';
import type { Pause } from '../live/pause.ts';
import type { Channel } from './channel.ts';
import type { Generators } from './generators.ts';
import type { StreamEndpoint } from './stream-endpoint.ts';

const PAUSE_LIFETIME_MS = 30 * 24 * 60 * 60 * 1000;

/** More switching than this within 30 days forgets the oldest pauses, so that the item stays small. */
const MAX_PAUSES = 500;

/** A control event of `channel`, stamped now. */
export function liveControl(
  generators: Pick<Generators, 'now' | 'newUlid'>,
  channelId: string,
  action: LiveControl['action'],
): LiveControl {
  const expiresAt = Math.floor(generators.now() / 1000) + LIVE_EVENT_LIFETIME_SECONDS;
  return { kind: 'control', channelId, id: generators.newUlid(), expiresAt, action };
}

/**
 * What open readers must be told when `before` becomes `after`, or is deleted. Readers of a channel that is switched
 * off, deleted or has a new stream ID are disconnected (contract section 4); a new format reaches them where they are.
 */
export function liveActions(before: Channel, after: Channel | undefined): LiveControl['action'][] {
  if (before.streamId === undefined || !before.enabled) return [];
  if (after === undefined || !after.enabled || after.streamId !== before.streamId) return [{ type: 'close' }];
  const config = LiveStreamConfig.parse(after.config);
  const same = JSON.stringify(config) === JSON.stringify(LiveStreamConfig.parse(before.config));
  return same ? [] : [{ type: 'configure', config }];
}

/** The pauses of a channel whose switch becomes `enabled` at `now` (epoch ms), without those of more than 30 days ago. */
export function pausesAfter(pauses: readonly Pause[], enabled: boolean, now: number): Pause[] {
  const recent = pauses.filter(({ until }) => until === undefined || until > now - PAUSE_LIFETIME_MS);
  const last = recent.at(-1);
  const isOff = last !== undefined && last.until === undefined;
  if (!enabled) return isOff ? recent : [...recent, { from: now }].slice(-MAX_PAUSES);
  return isOff ? [...recent.slice(0, -1), { from: last.from, until: now }] : recent;
}

/** What the Live Stream service reads of a live-stream channel; absent for every other kind. */
export function streamEndpointOf(channel: Channel): StreamEndpoint | undefined {
  if (channel.streamId === undefined) return undefined;
  return {
    organizationId: channel.organizationId,
    channelId: channel.id,
    enabled: channel.enabled,
    config: LiveStreamConfig.parse(channel.config),
    pauses: channel.pauses ?? [],
  };
}
