import type { LiveStreamConfig } from '../../core/channels/live-stream-config.ts';
import type { LiveControl, LiveNotification } from '../../core/live/live-event.ts';
import { type Pause, isPausedAt } from '../../core/live/pause.ts';
import { timeOf } from '../../core/live/position.ts';
import { notificationFrame } from '../../core/live/stream-event.ts';
import type { Log } from '../../core/telemetry/telemetry.ts';
import type { Payloads } from './payloads.ts';
import type { Reader, SentEvent } from './reader.ts';

/** What decides how a channel's events look and which are left out. All its readers share it. */
export interface ReaderSettings {
  readonly config: LiveStreamConfig;
  readonly pauses: readonly Pause[];
}

export interface ChannelReadersOptions {
  readonly id: string;
  readonly settings: ReaderSettings;
  readonly payloads: Payloads;
  /** Called for each event at the moment it is sent. */
  readonly onSent: (event: LiveNotification) => void;
  /** Called when events wait for `flush`, which is to come as soon as the page of the stream is read. */
  readonly onUnsent: (channel: ChannelReaders) => void;
  readonly log: Log;
}

/** Frames that wait to be sent in one write, in characters. */
const MAX_BATCH_LENGTH = 64 * 1024;

/**
 * A channel somebody reads. Sends its events in stream order, each rendered once for all readers. Events that come
 * together, as a page of the stream brings them, leave together: one write per reader, not one per event. A class for the
 * same reason as `Reader`.
 */
export class ChannelReaders {
  readonly #options: ChannelReadersOptions;
  readonly #readers = new Set<Reader>();
  /** Events on their way to the readers, and how long their frames are. */
  #batch: SentEvent[] = [];
  #batchLength = 0;
  /** Events not sent yet, because the payload of the first one is being fetched. */
  readonly #queue: LiveNotification[] = [];
  #fetching = false;
  settings: ReaderSettings;

  constructor(options: ChannelReadersOptions) {
    this.#options = options;
    this.settings = options.settings;
  }

  /** Whether nobody reads it and nothing is left to send. */
  get idle(): boolean {
    return this.#readers.size === 0 && this.#queue.length === 0;
  }

  add(reader: Reader): void {
    this.flush();
    this.#readers.add(reader);
  }

  remove(reader: Reader): void {
    this.#readers.delete(reader);
  }

  accept(event: LiveNotification): void {
    if (this.#queue.some(({ id }) => id === event.id)) return;
    this.#queue.push(event);
    if (!this.#fetching) this.#sendQueued();
  }

  control({ action }: LiveControl): void {
    this.flush();
    switch (action.type) {
      case 'close':
        this.#endAll();
        return;
      case 'configure':
        this.settings = { ...this.settings, config: action.config };
        return;
      case 'test':
        for (const reader of this.#readers) reader.comment('test');
        return;
    }
  }

  /** The frame with today's settings; at once when its payload is at hand. */
  frameOf(event: LiveNotification): string | Promise<string> {
    const render = (payload: string | undefined): string =>
      notificationFrame(event, { config: this.settings.config, payload });
    if (!this.settings.config.includePayload) return render(undefined);
    const payload = this.#options.payloads.of(event);
    return typeof payload === 'string' ? render(payload) : payload.then(render);
  }

  #sendQueued(): void {
    for (let event = this.#queue[0]; event !== undefined; event = this.#queue[0]) {
      const frame = this.#hasLiveReader() && !this.#isPaused(event) ? this.frameOf(event) : undefined;
      if (frame instanceof Promise) {
        void this.#sendFetched(event, frame);
        return;
      }
      this.#send(event, frame);
    }
  }

  /** Never rejects. A payload that cannot be had ends the streams: readers resume and are sent it then. */
  async #sendFetched(event: LiveNotification, fetched: Promise<string>): Promise<void> {
    this.#fetching = true;
    const frame = await fetched.catch((error: unknown) => {
      const { messageId } = event;
      this.#options.log({ level: 'ERROR', event: 'payload.unreadable', channelId: this.#options.id, messageId, error });
      this.#endAll();
      return undefined;
    });
    this.#fetching = false;
    this.#send(event, frame);
    this.#sendQueued();
  }

  #send(event: LiveNotification, frame: string | undefined): void {
    this.#queue.shift();
    this.#options.onSent(event);
    if (this.#isPaused(event)) return;
    if (frame === undefined) return this.#sendUnseen(event);
    if (this.#batch.length === 0) this.#options.onUnsent(this);
    this.#batch.push({ event, frame });
    this.#batchLength += frame.length;
    if (this.#batchLength > MAX_BATCH_LENGTH) this.flush();
  }

  /** No reader was live, so the event has no frame. Handed on at once: a reader that is live later could not get it. */
  #sendUnseen(event: LiveNotification): void {
    this.flush();
    for (const reader of this.#readers) reader.deliver([{ event, frame: '' }], '');
  }

  /** Sends what was batched. */
  flush(): void {
    if (this.#batch.length === 0) return;
    const events = this.#batch;
    this.#batch = [];
    this.#batchLength = 0;
    let text = '';
    for (const { frame } of events) text += frame;
    const joined = this.#readers.size > 1 ? Buffer.from(text) : text;
    for (const reader of this.#readers) reader.deliver(events, joined);
  }

  /** Whether the event was routed while the channel was off. */
  #isPaused({ id }: LiveNotification): boolean {
    const { pauses } = this.settings;
    return pauses.length > 0 && isPausedAt(pauses, timeOf(id));
  }

  #hasLiveReader(): boolean {
    for (const reader of this.#readers) if (reader.live) return true;
    return false;
  }

  #endAll(): void {
    this.flush();
    for (const reader of this.#readers) reader.end();
    this.#readers.clear();
  }
}
