import { type MetricValues, MAX_VALUES } from '../core/telemetry/embedded-metrics.ts';

/** What the service counts between two of its metric lines. */
export interface Metrics {
  /** An event was sent to the readers of its channel, `lag` milliseconds after it was stored. */
  sent(lag: number): void;
  /** Bytes were written to one reader. */
  written(bytes: number): void;
  /** A reader was dropped because it was too slow. */
  dropped(): void;
  /** What was counted since the last time. */
  take(openStreams: number): MetricValues;
}

/** @param random from 0, below 1: chooses which delays are kept when there are many. */
export function createMetrics(random: () => number): Metrics {
  let events = 0;
  let bytesWritten = 0;
  let drops = 0;
  let lags: number[] = [];

  return {
    sent(lag) {
      events += 1;
      if (lags.length < MAX_VALUES) {
        lags.push(Math.max(0, lag));
        return;
      }
      const place = Math.floor(random() * events);
      if (place < MAX_VALUES) lags[place] = Math.max(0, lag);
    },

    written(bytes) {
      bytesWritten += bytes;
    },

    dropped() {
      drops += 1;
    },

    take(openStreams) {
      const figures = {
        OpenStreams: openStreams,
        StreamEvents: events,
        StreamBytes: bytesWritten,
        StreamDrops: drops,
        ...(lags.length > 0 && { StreamLag: lags }),
      };
      events = bytesWritten = drops = 0;
      lags = [];
      return figures;
    },
  };
}
