import type { LiveNotification } from '../../core/live/live-event.ts';

interface Remembered {
  readonly channelId: string;
  readonly id: string;
  readonly at: number;
  readonly bytes: number;
}

/** What one event takes in memory beside its texts, roughly. */
const EVENT_BYTES = 400;

/**
 * The events of the last minutes in the order they were sent in, for each channel. Ids are stamped before the write, so
 * this order is not the order of the ids: only memory can say exactly what came after an event.
 */
export class RecentEvents {
  readonly #keepMs: number;
  readonly #maxBytes: number;
  /** Maps keep the order of insertion: each holds its channel's events, oldest first. */
  readonly #channels = new Map<string, Map<string, LiveNotification>>();
  /** The same events over all channels, oldest first from `#head`. */
  #order: Remembered[] = [];
  #head = 0;
  #bytes = 0;

  /** Keeps events for `keepMs`, and not more than `maxBytes` of them: beyond it the oldest are forgotten early. */
  constructor({ keepMs, maxBytes }: { readonly keepMs: number; readonly maxBytes: number }) {
    this.#keepMs = keepMs;
    this.#maxBytes = maxBytes;
  }

  append(event: LiveNotification, now: number): void {
    let channel = this.#channels.get(event.channelId);
    if (channel === undefined) this.#channels.set(event.channelId, (channel = new Map()));
    channel.set(event.id, event);
    const bytes = sizeOf(event);
    this.#order.push({ channelId: event.channelId, id: event.id, at: now, bytes });
    this.#bytes += bytes;
    this.#evict(now);
  }

  has({ channelId, id }: LiveNotification): boolean {
    return this.#channels.get(channelId)?.has(id) ?? false;
  }

  /** What was sent to a channel after an event, or undefined when the event is not remembered. */
  after(channelId: string, id: string): LiveNotification[] | undefined {
    const channel = this.#channels.get(channelId);
    if (!channel?.has(id)) return undefined;
    const events = [...channel.values()];
    return events.slice(events.findIndex((event) => event.id === id) + 1);
  }

  clear(): void {
    this.#channels.clear();
    this.#order = [];
    this.#head = 0;
    this.#bytes = 0;
  }

  #evict(now: number): void {
    for (let oldest = this.#order[this.#head]; oldest !== undefined; oldest = this.#order[this.#head]) {
      if (oldest.at >= now - this.#keepMs && this.#bytes <= this.#maxBytes) break;
      this.#head += 1;
      this.#bytes -= oldest.bytes;
      this.#forget(oldest);
    }
    if (this.#head > 1024 && this.#head * 2 > this.#order.length) {
      this.#order = this.#order.slice(this.#head);
      this.#head = 0;
    }
  }

  #forget({ channelId, id }: Remembered): void {
    const channel = this.#channels.get(channelId);
    channel?.delete(id);
    if (channel?.size === 0) this.#channels.delete(channelId);
  }
}

/** Two bytes for each character is the most that V8 uses. */
function sizeOf({ title, message, payload }: LiveNotification): number {
  const payloadLength = 'text' in payload ? payload.text.length : payload.key.length;
  return EVENT_BYTES + 2 * ((title?.length ?? 0) + message.length + payloadLength);
}
