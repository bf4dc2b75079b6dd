import type { Clock } from '../clock.ts';
import type { Log } from '../../core/telemetry/telemetry.ts';
import type { LiveEventSource, RowSink } from './live-event-source.ts';
import type { StreamApi } from '../../adapters/aws/live/stream-api.ts';
import { StreamRun } from './stream-run.ts';

export interface StreamSourceOptions {
  readonly api: StreamApi;
  readonly clock: Clock;
  readonly log: Log;
  /** How long `start` may take before it gives up, in milliseconds. */
  readonly startTimeoutMs: number;
}

/**
 * Follows a DynamoDB stream from now on, without checkpoints: what was written before is read from the table by key.
 *
 * @see https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Streams.html
 */
export class StreamSource implements LiveEventSource {
  readonly #options: StreamSourceOptions;
  #abort: AbortController | undefined;

  constructor(options: StreamSourceOptions) {
    this.#options = options;
  }

  async start(sink: RowSink): Promise<void> {
    this.stop();
    const { api, clock, log, startTimeoutMs } = this.#options;
    const abort = new AbortController();
    this.#abort = abort;
    const run = new StreamRun({ api, sink }, { clock, log, signal: abort.signal });
    const timer = setTimeout(() => abort.abort(), startTimeoutMs);
    try {
      await run.start();
    } finally {
      clearTimeout(timer);
    }
    if (abort.signal.aborted) throw new Error(`The stream gave no iterators within ${startTimeoutMs} ms.`);
  }

  stop(): void {
    this.#abort?.abort();
    this.#abort = undefined;
  }
}
