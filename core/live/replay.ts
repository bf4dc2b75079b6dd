import type { LiveEvent, LiveNotification } from './live-event.ts';
import { type Pause, isPausedAt } from './pause.ts';
import { firstIdAt, timeOf } from './position.ts';

/** A replay holds at most this many of the events that came after a position (contract section 4). */
export const REPLAY_LIMIT = 1000;

/** Events older than this are not replayed, in milliseconds. */
const REPLAY_WINDOW_MS = 24 * 60 * 60 * 1000;

/** How far before a position reading by key starts: ids are stamped before the write, so a lower one may come later. */
const REPLAY_OVERLAP_MS = 1000;

/** What a resuming reader is sent before live events. `gap` says that more was missed than `events` holds. */
export interface Replay {
  readonly gap: boolean;
  readonly events: readonly LiveNotification[];
}

/** Where reading a channel's rows by key begins, and whether the position lies before everything that is kept. */
export function replayStart(position: string, now: number): { readonly fromId: string; readonly tooOld: boolean } {
  const horizon = now - REPLAY_WINDOW_MS;
  const time = timeOf(position);
  return { fromId: firstIdAt(Math.max(time - REPLAY_OVERLAP_MS, horizon)), tooOld: time < horizon };
}

/**
 * Whether a row is replayed: a notification that has not expired and was routed while the channel was on.
 * Expiry is checked because DynamoDB removes expired rows late.
 */
export function isReplayable(
  event: LiveEvent,
  { pauses, now }: { readonly pauses: readonly Pause[]; readonly now: number },
): event is LiveNotification {
  return event.kind === 'notification' && event.expiresAt * 1000 > now && !isPausedAt(pauses, timeOf(event.id));
}

/**
 * Cuts a replay to the newest events that fit.
 *
 * @param after events that came after the position, in the order they are sent in.
 * @param repeated events from just before the position, sent again only when everything after it fits.
 */
export function limitReplay(after: readonly LiveNotification[], repeated: readonly LiveNotification[] = []): Replay {
  if (after.length > REPLAY_LIMIT) return { gap: true, events: after.slice(-REPLAY_LIMIT) };
  return { gap: false, events: [...repeated, ...after] };
}
