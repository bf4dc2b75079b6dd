import { commentFrame, RECONNECT_MS, retryLine } from '../../core/live/frame.ts';
import type { LiveNotification } from '../../core/live/live-event.ts';
import type { Replay } from '../../core/live/replay.ts';
import type { Clock } from '../clock.ts';

/** Where a reader's bytes go. Writing never waits: who reads too slowly is dropped. */
export interface ReaderOutput {
  readonly closed: boolean;
  write(frame: Uint8Array | string): void;
  /** Says how many bytes wait for it elsewhere, until they are written. */
  hold(bytes: number): void;
  /** Resolves when what was written has mostly left, or when the connection is closed. */
  drained(): Promise<void>;
  /** Ends the connection after what was written and `lastFrame` have left. */
  end(lastFrame?: string): void;
  /** Ends the connection at once, because its reader is too slow. */
  drop(): void;
}

/** An event that is sent now. `frame` is empty when no reader was live. */
export interface SentEvent {
  readonly event: LiveNotification;
  readonly frame: string;
}

/** What an event takes in memory beside its texts, roughly. */
const EVENT_BYTES = 400;

/** Events a reader may fall behind by while its replay is being sent. */
const MAX_WAITING = 10_000;
/** How long replayed ids are remembered: as long as the stream may lag behind the table. */
const SEEN_MS = 120_000;

const RETRY = retryLine(RECONNECT_MS);

/**
 * One open stream. It is subscribed before it is answered; until it has caught up, live events wait. That makes a
 * replay seamless, and lets every event arrive that is stored after `: connected` was sent.
 *
 * A class, as is all that exists once for each stream or channel: 120 bytes, where a factory's functions take 1.4 KB.
 */
export class Reader {
  readonly #clock: Clock;
  #output: ReaderOutput | undefined;
  #ended = false;
  /** Live events since subscribing; undefined once the reader has caught up. */
  #waiting: LiveNotification[] | undefined = [];
  #waitingBytes = 0;
  /** Ids sent by a replay from the table: the stream may bring the same events once more. */
  #seen: { readonly ids: ReadonlySet<string>; readonly until: number } | undefined;

  /** Whether it was sent an event. */
  #hasEvents = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Whether it is to be sent frames as they come. */
  get live(): boolean {
    return this.#waiting === undefined && !this.ended;
  }

  /** Whether its stream is over: closed from either side, maybe before it was answered. */
  get ended(): boolean {
    return this.#ended || (this.#output?.closed ?? false);
  }

  attach(output: ReaderOutput): void {
    this.#output = output;
  }

  /** Takes events in stream order. `joined` holds all their frames, which are there whenever this reader is live. */
  deliver(events: readonly SentEvent[], joined: Uint8Array | string): void {
    if (this.#waiting !== undefined) {
      for (const { event } of events) {
        this.#waiting.push(event);
        this.#waitingBytes += bytesOf(event);
      }
      this.#output?.hold(this.#waitingBytes);
      if (this.#waiting.length > MAX_WAITING) this.#output?.drop();
      return;
    }
    if (this.#seen !== undefined) this.#deliverUnseen(events);
    else if (joined.length > 0) this.#write(joined);
  }

  /** Drops the events that wait, because the replay holds what is to be sent of them. */
  skipWaiting(): void {
    if (this.#waiting !== undefined) this.#waiting = [];
    this.#waitingBytes = 0;
  }

  comment(text: string): void {
    this.#output?.write(commentFrame(text));
  }

  end(lastFrame?: string): void {
    this.#ended = true;
    this.#output?.end(lastFrame);
  }

  /** Sends the replay, then what came meanwhile, then is live. `frameOf` renders with the channel's settings of then. */
  async catchUp(replay: Replay, frameOf: (event: LiveNotification) => Promise<string>): Promise<void> {
    if (replay.gap) this.comment('gap');
    const ids = new Set(replay.events.map(({ id }) => id));
    if (ids.size > 0) this.#seen = { ids, until: this.#clock.now() + SEEN_MS };
    for (const event of replay.events) await this.#send(event, frameOf);
    for (let event = this.#waiting?.shift(); event !== undefined; event = this.#waiting?.shift()) {
      this.#waitingBytes -= bytesOf(event);
      this.#output?.hold(this.#waitingBytes);
      if (!ids.has(event.id)) await this.#send(event, frameOf);
    }
    this.#waiting = undefined;
  }

  async #send(event: LiveNotification, frameOf: (event: LiveNotification) => Promise<string>): Promise<void> {
    if (this.ended) return;
    const frame = await frameOf(event);
    this.#write(frame);
    await this.#output?.drained();
  }

  #deliverUnseen(events: readonly SentEvent[]): void {
    for (const { event, frame } of events) {
      if (frame.length > 0 && !this.#wasReplayed(event)) this.#write(frame);
    }
  }

  /** The first event's block also says when to reconnect. */
  #write(frame: Uint8Array | string): void {
    if (!this.#hasEvents) this.#output?.write(RETRY);
    this.#hasEvents = true;
    this.#output?.write(frame);
  }

  #wasReplayed({ id }: LiveNotification): boolean {
    if (this.#seen === undefined) return false;
    if (this.#clock.now() > this.#seen.until) this.#seen = undefined;
    return this.#seen?.ids.has(id) ?? false;
  }
}

function bytesOf({ content, payload }: LiveNotification): number {
  return EVENT_BYTES + content.message.length + ('text' in payload ? payload.text.length : 0);
}
