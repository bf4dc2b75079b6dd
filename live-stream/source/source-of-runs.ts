import type { LiveEventSource, RowSink } from './live-event-source.ts';

export interface RunOptions {
  /** How long `start` may take before it gives up, in milliseconds. */
  readonly startTimeoutMs: number;
  /** What `start` waits for, in the message of its failure: `iterators`. */
  readonly awaited: string;
}

/** Begins to follow a stream; resolves once nothing that is written from then on is missed. Goes on until `signal` aborts. */
export type BeginRun = (sink: RowSink, signal: AbortSignal) => Promise<void>;

/** A source that follows its stream in runs, one at a time. A run ends at `stop`, at the next `start`, or when it cannot begin. */
export function createSourceOfRuns({ startTimeoutMs, awaited }: RunOptions, begin: BeginRun): LiveEventSource {
  let running: AbortController | undefined;

  function stop(): void {
    running?.abort();
    running = undefined;
  }

  return {
    async start(sink) {
      stop();
      const abort = new AbortController();
      running = abort;
      const timer = setTimeout(() => abort.abort(), startTimeoutMs);
      try {
        await begin(sink, abort.signal);
      } catch (error) {
        abort.abort();
        throw error;
      } finally {
        clearTimeout(timer);
      }
      if (abort.signal.aborted) throw new Error(`The stream gave no ${awaited} within ${startTimeoutMs} ms.`);
    },

    stop,
  };
}
