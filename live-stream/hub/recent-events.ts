import type { LiveNotification } from '../../core/live/live-event.ts';

/** The remembered events of one channel: their JSON by id, in the order they were sent in. */
interface ChannelEvents {
  readonly channelId: string;
  readonly texts: Map<string, string>;
}

/** What one event takes in memory beside its text, roughly. */
const EVENT_BYTES = 400;

/**
 * The events of the last minutes in the order they were sent in, for each channel. Ids are stamped before the write, so
 * this order is not the order of the ids: only memory can say exactly what came after an event.
 *
 * Each is kept as one text, a third of the size of its objects, and nothing for the garbage collector to walk through:
 * most are never asked for.
 */
export class RecentEvents {
  readonly #keepMs: number;
  readonly #maxBytes: number;
  readonly #channels = new Map<string, ChannelEvents>();
  /** The channels of all events, and when they were appended, oldest first from `#head`. */
  #owners: ChannelEvents[] = [];
  #times: number[] = [];
  #head = 0;
  #bytes = 0;

  /** Keeps events for `keepMs`, and not more than `maxBytes` of them: beyond it the oldest are forgotten early. */
  constructor({ keepMs, maxBytes }: { readonly keepMs: number; readonly maxBytes: number }) {
    this.#keepMs = keepMs;
    this.#maxBytes = maxBytes;
  }

  append(event: LiveNotification, now: number): void {
    const channel = this.#channelOf(event.channelId);
    const text = JSON.stringify(event);
    channel.texts.set(event.id, text);
    this.#owners.push(channel);
    this.#times.push(now);
    this.#bytes += sizeOf(text);
    this.#evict(now);
  }

  has({ channelId, id }: LiveNotification): boolean {
    return this.#channels.get(channelId)?.texts.has(id) ?? false;
  }

  /** What was sent to a channel after an event, or undefined when the event is not remembered. */
  after(channelId: string, id: string): LiveNotification[] | undefined {
    const texts = this.#channels.get(channelId)?.texts;
    if (!texts?.has(id)) return undefined;
    const ids = [...texts.keys()];
    return ids.slice(ids.indexOf(id) + 1).map((later) => JSON.parse(texts.get(later) ?? ''));
  }

  clear(): void {
    this.#channels.clear();
    this.#owners = [];
    this.#times = [];
    this.#head = 0;
    this.#bytes = 0;
  }

  #channelOf(channelId: string): ChannelEvents {
    const known = this.#channels.get(channelId);
    if (known !== undefined) return known;
    const channel = { channelId, texts: new Map<string, string>() };
    this.#channels.set(channelId, channel);
    return channel;
  }

  #evict(now: number): void {
    for (let owner = this.#owners[this.#head]; owner !== undefined; owner = this.#owners[this.#head]) {
      if ((this.#times[this.#head] ?? 0) >= now - this.#keepMs && this.#bytes <= this.#maxBytes) break;
      this.#head += 1;
      this.#forgetOldest(owner);
    }
    if (this.#head > 1024 && this.#head * 2 > this.#owners.length) {
      this.#owners = this.#owners.slice(this.#head);
      this.#times = this.#times.slice(this.#head);
      this.#head = 0;
    }
  }

  /** The oldest event of all is the first one of its channel. */
  #forgetOldest({ channelId, texts }: ChannelEvents): void {
    for (const [id, text] of texts) {
      this.#bytes -= sizeOf(text);
      texts.delete(id);
      break;
    }
    if (texts.size === 0) this.#channels.delete(channelId);
  }
}

/** Two bytes for each character is the most that V8 uses. */
function sizeOf(text: string): number {
  return EVENT_BYTES + 2 * text.length;
}
