import type { Clock } from '../clock.ts';
import type { Log } from '../../core/telemetry/telemetry.ts';
import type { LiveEventSource } from './live-event-source.ts';
import type { StreamApi } from '../../adapters/aws/live/stream-api.ts';
import { createSourceOfRuns } from './source-of-runs.ts';
import { createStreamRun } from './stream-run.ts';

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
export function createStreamSource({ api, clock, log, startTimeoutMs }: StreamSourceOptions): LiveEventSource {
  return createSourceOfRuns({ startTimeoutMs, awaited: 'iterators' }, async (sink, signal) =>
    createStreamRun({ api, sink }, { clock, log, signal }).start(),
  );
}
