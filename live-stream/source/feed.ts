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
export interface Feed {
  /**
   * Resolves once everything that is inserted from now on reaches the sink, until the returned function is called.
   *
   * @throws when the stream cannot be read; nothing is held then.
   */
  hold(): Promise<() => void>;
  /** Stops reading at once, even while somebody holds it. */
  stop(): void;
}

/** Reads nothing until somebody holds it. */
export function createFeed({ source, sink, lingerMs, onStopped }: FeedOptions): Feed {
  let holders = 0;
  let reading: Promise<void> | undefined;
  let linger: NodeJS.Timeout | undefined;

  function stop(): void {
    clearTimeout(linger);
    source.stop();
    reading = undefined;
    onStopped();
  }

  function release(): void {
    holders -= 1;
    if (holders > 0 || reading === undefined) return;
    linger = setTimeout(stop, lingerMs).unref();
  }

  return {
    async hold() {
      holders += 1;
      clearTimeout(linger);
      const started = (reading ??= source.start(sink));
      try {
        await started;
      } catch (error) {
        if (reading === started) reading = undefined;
        release();
        throw error;
      }
      let held = true;
      return () => {
        if (held) release();
        held = false;
      };
    },

    stop,
  };
}
