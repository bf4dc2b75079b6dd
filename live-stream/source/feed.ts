import type { LiveEventSource, RowSink } from './live-event-source.ts';

export interface FeedOptions {
  readonly source: LiveEventSource;
  readonly sink: RowSink;
  /** How long reading goes on after the last holder left, in milliseconds. */
  readonly lingerMs: number;
  /** Called when reading has stopped: what was remembered of the stream no longer reaches up to now. */
  readonly onStopped: () => void;
}

/**
 * Reads the stream only while somebody needs it, because each call to it is charged. Reading goes on for a while after
 * the last reader left, so that those who come back find an unbroken memory; after that it starts anew at the newest
 * record, and older positions are looked up in the table.
 *
 * @see https://aws.amazon.com/dynamodb/pricing/on-demand/
 */
export class Feed {
  readonly #options: FeedOptions;
  #holders = 0;
  #started: Promise<void> | undefined;
  #linger: NodeJS.Timeout | undefined;

  constructor(options: FeedOptions) {
    this.#options = options;
  }

  /**
   * Resolves once everything that is inserted from now on reaches the sink, until the returned function is called.
   *
   * @throws when the stream cannot be read; nothing is held then.
   */
  async hold(): Promise<() => void> {
    this.#holders += 1;
    clearTimeout(this.#linger);
    const { source, sink } = this.#options;
    const started = (this.#started ??= source.start(sink));
    try {
      await started;
    } catch (error) {
      if (this.#started === started) this.#started = undefined;
      this.#release();
      throw error;
    }
    let held = true;
    return () => {
      if (held) this.#release();
      held = false;
    };
  }

  /** Stops reading at once, whoever holds. */
  stop(): void {
    clearTimeout(this.#linger);
    this.#options.source.stop();
    this.#started = undefined;
    this.#options.onStopped();
  }

  #release(): void {
    this.#holders -= 1;
    if (this.#holders > 0 || this.#started === undefined) return;
    this.#linger = setTimeout(() => this.stop(), this.#options.lingerMs);
    this.#linger.unref();
  }
}
