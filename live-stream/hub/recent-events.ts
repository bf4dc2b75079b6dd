import type { LiveNotification } from '../../core/live/live-event.ts';

/** An event in memory: one text, a third of the size of its objects and nothing for the garbage collector to walk. */
interface KeptEvent {
  readonly id: string;
  readonly channelId: string;
  readonly text: string;
  /** When it was sent, epoch milliseconds. */
  readonly at: number;
  /** What was sent next to the same channel, and to any. */
  nextOfChannel: KeptEvent | undefined;
  next: KeptEvent | undefined;
  /** What was sent before it to another channel under the same id. */
  sameId: KeptEvent | undefined;
}

/** What one event takes in memory beside its text, roughly. */
const EVENT_BYTES = 400;

/**
 * The events of the last minutes in the order they were sent in, for each channel. Ids are stamped before the write, so
 * this order is not the order of the ids: only memory can say exactly what came after an event.
 */
export interface RecentEvents {
  append(event: LiveNotification, now: number): void;
  has(event: LiveNotification): boolean;
  /** What was sent to a channel after an event, or undefined when the event is not remembered. */
  after(channelId: string, id: string): LiveNotification[] | undefined;
  clear(): void;
}

interface RecentEventsOptions {
  readonly keepMs: number;
  readonly maxBytes: number;
}

/** Keeps events for `keepMs`, and not more than `maxBytes` of them: beyond it the oldest are forgotten early. */
export function createRecentEvents({ keepMs, maxBytes }: RecentEventsOptions): RecentEvents {
  /** The newest event of each id: a key made of channel and id would be one more text for each event. */
  const byId = new Map<string, KeptEvent>();
  const newestOfChannel = new Map<string, KeptEvent>();
  let oldest: KeptEvent | undefined;
  let newest: KeptEvent | undefined;
  let bytes = 0;

  function evict(now: number): void {
    for (let event = oldest; event !== undefined; event = oldest) {
      if (event.at >= now - keepMs && bytes <= maxBytes) return;
      oldest = event.next;
      if (event.next === undefined) newest = undefined;
      removeOldest(event);
      if (event.nextOfChannel === undefined) newestOfChannel.delete(event.channelId);
      bytes -= sizeOf(event.text);
    }
  }

  function find(channelId: string, id: string): KeptEvent | undefined {
    let event = byId.get(id);
    while (event !== undefined && event.channelId !== channelId) event = event.sameId;
    return event;
  }

  /** Of its id, too, it is the oldest. */
  function removeOldest(event: KeptEvent): void {
    let newer = byId.get(event.id);
    if (newer === event) byId.delete(event.id);
    while (newer !== undefined && newer.sameId !== event) newer = newer.sameId;
    if (newer !== undefined) newer.sameId = undefined;
  }

  return {
    append(event, now) {
      const { id } = event;
      const text = JSON.stringify(event);
      const before = newestOfChannel.get(event.channelId);
      const channelId = before?.channelId ?? event.channelId;
      const sameId = byId.get(id);
      const remembered = { id, channelId, text, at: now, nextOfChannel: undefined, next: undefined, sameId };
      byId.set(id, remembered);
      if (before !== undefined) before.nextOfChannel = remembered;
      newestOfChannel.set(channelId, remembered);
      if (newest === undefined) oldest = remembered;
      else newest.next = remembered;
      newest = remembered;
      bytes += sizeOf(text);
      evict(now);
    },

    has({ channelId, id }) {
      return find(channelId, id) !== undefined;
    },

    after(channelId, id) {
      const known = find(channelId, id);
      if (known === undefined) return undefined;
      const later: LiveNotification[] = [];
      for (let event = known.nextOfChannel; event !== undefined; event = event.nextOfChannel) {
        later.push(JSON.parse(event.text));
      }
      return later;
    },

    clear() {
      byId.clear();
      newestOfChannel.clear();
      oldest = undefined;
      newest = undefined;
      bytes = 0;
    },
  };
}

/** Two bytes for each character is the most that V8 uses. */
function sizeOf(text: string): number {
  return EVENT_BYTES + 2 * text.length;
}
