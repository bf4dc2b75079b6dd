import type { LiveNotification } from '../../core/live/live-event.ts';

/** An event in memory: one text, a third of the size of its objects and nothing for the garbage collector to walk. */
interface Remembered {
  /** Its place among the events of all channels. */
  readonly key: string;
  readonly channelId: string;
  readonly text: string;
  /** When it was sent, epoch milliseconds. */
  readonly at: number;
  /** What was sent next to the same channel, and to any. */
  nextOfChannel: Remembered | undefined;
  next: Remembered | undefined;
}

/** What one event takes in memory beside its text, roughly. */
const EVENT_BYTES = 400;

/**
 * The events of the last minutes in the order they were sent in, for each channel. Ids are stamped before the write, so
 * this order is not the order of the ids: only memory can say exactly what came after an event.
 */
export class RecentEvents {
  readonly #keepMs: number;
  readonly #maxBytes: number;
  readonly #byKey = new Map<string, Remembered>();
  readonly #newestOfChannel = new Map<string, Remembered>();
  #oldest: Remembered | undefined;
  #newest: Remembered | undefined;
  #bytes = 0;

  /** Keeps events for `keepMs`, and not more than `maxBytes` of them: beyond it the oldest are forgotten early. */
  constructor({ keepMs, maxBytes }: { readonly keepMs: number; readonly maxBytes: number }) {
    this.#keepMs = keepMs;
    this.#maxBytes = maxBytes;
  }

  append(event: LiveNotification, now: number): void {
    const { channelId, id } = event;
    const key = keyOf(channelId, id);
    const text = JSON.stringify(event);
    const remembered = { key, channelId, text, at: now, nextOfChannel: undefined, next: undefined };
    this.#byKey.set(key, remembered);
    const before = this.#newestOfChannel.get(channelId);
    if (before !== undefined) before.nextOfChannel = remembered;
    this.#newestOfChannel.set(channelId, remembered);
    if (this.#newest === undefined) this.#oldest = remembered;
    else this.#newest.next = remembered;
    this.#newest = remembered;
    this.#bytes += sizeOf(text);
    this.#evict(now);
  }

  has({ channelId, id }: LiveNotification): boolean {
    return this.#byKey.has(keyOf(channelId, id));
  }

  /** What was sent to a channel after an event, or undefined when the event is not remembered. */
  after(channelId: string, id: string): LiveNotification[] | undefined {
    const known = this.#byKey.get(keyOf(channelId, id));
    if (known === undefined) return undefined;
    const later: LiveNotification[] = [];
    for (let event = known.nextOfChannel; event !== undefined; event = event.nextOfChannel) {
      later.push(JSON.parse(event.text));
    }
    return later;
  }

  clear(): void {
    this.#byKey.clear();
    this.#newestOfChannel.clear();
    this.#oldest = undefined;
    this.#newest = undefined;
    this.#bytes = 0;
  }

  #evict(now: number): void {
    for (let event = this.#oldest; event !== undefined; event = this.#oldest) {
      if (event.at >= now - this.#keepMs && this.#bytes <= this.#maxBytes) return;
      this.#oldest = event.next;
      if (event.next === undefined) this.#newest = undefined;
      this.#byKey.delete(event.key);
      if (event.nextOfChannel === undefined) this.#newestOfChannel.delete(event.channelId);
      this.#bytes -= sizeOf(event.text);
    }
  }
}

function keyOf(channelId: string, id: string): string {
  return `${channelId} ${id}`;
}

/** Two bytes for each character is the most that V8 uses. */
function sizeOf(text: string): number {
  return EVENT_BYTES + 2 * text.length;
}
