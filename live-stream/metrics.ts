import { type Figures, MAX_VALUES } from '../core/telemetry/embedded-metrics.ts';

/** What the service counts between two of its metric lines. */
export class Metrics {
  readonly #random: () => number;
  #events = 0;
  #bytes = 0;
  #drops = 0;
  #lags: number[] = [];

  /** @param random from 0, below 1: chooses which delays are kept when there are many. */
  constructor(random: () => number) {
    this.#random = random;
  }

  /** An event was sent to the readers of its channel, `lag` milliseconds after it was stored. */
  sent(lag: number): void {
    this.#events += 1;
    if (this.#lags.length < MAX_VALUES) {
      this.#lags.push(Math.max(0, lag));
      return;
    }
    const place = Math.floor(this.#random() * this.#events);
    if (place < MAX_VALUES) this.#lags[place] = Math.max(0, lag);
  }

  /** Bytes were written to one reader. */
  written(bytes: number): void {
    this.#bytes += bytes;
  }

  /** A reader was dropped because it was too slow. */
  dropped(): void {
    this.#drops += 1;
  }

  /** What was counted since the last time. */
  take(openStreams: number): Figures {
    const lags = this.#lags;
    const figures = {
      OpenStreams: openStreams,
      StreamEvents: this.#events,
      StreamBytes: this.#bytes,
      StreamDrops: this.#drops,
      ...(lags.length > 0 && { StreamLag: lags }),
    };
    this.#events = this.#bytes = this.#drops = 0;
    this.#lags = [];
    return figures;
  }
}
