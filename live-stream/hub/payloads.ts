import type { LiveNotification } from '../../core/live/live-event.ts';
import { type Backoff, backoffMs } from '../backoff.ts';
import type { Clock } from '../clock.ts';

export interface PayloadsOptions {
  /** Reads the JSON text of a large body; undefined when there is none under the key. */
  readonly read: (key: string) => Promise<string | undefined>;
  readonly clock: Clock;
  /** How much text is kept for the next reader, in characters. */
  readonly maxCachedCharacters: number;
}

const TRIES = 4;
const BACKOFF: Backoff = { firstMs: 200, longestMs: 800 };

/** The payload texts of events: from the row itself, or fetched once for all readers when the body is large. */
export class Payloads {
  readonly #options: PayloadsOptions;
  /** Least recently used first. */
  readonly #cached = new Map<string, string>();
  readonly #fetching = new Map<string, Promise<string | undefined>>();
  #characters = 0;

  constructor(options: PayloadsOptions) {
    this.#options = options;
  }

  /**
   * The text at once when it is at hand. The promise gives undefined when the body does not exist.
   *
   * @throws (by the promise) when the body cannot be read even after some tries.
   */
  of({ payload }: LiveNotification): string | Promise<string | undefined> {
    if ('text' in payload) return payload.text;
    const cached = this.#cached.get(payload.key);
    if (cached === undefined) return this.#fetchOnce(payload.key);
    this.#cached.delete(payload.key);
    this.#cached.set(payload.key, cached);
    return cached;
  }

  async #fetchOnce(key: string): Promise<string | undefined> {
    const fetching = this.#fetching.get(key) ?? this.#fetch(key).finally(() => this.#fetching.delete(key));
    this.#fetching.set(key, fetching);
    return fetching;
  }

  async #fetch(key: string): Promise<string | undefined> {
    const { read, clock } = this.#options;
    for (let tries = 1; ; tries += 1) {
      try {
        const text = await read(key);
        if (text !== undefined) this.#cache(key, text);
        if (text !== undefined || tries === TRIES) return text;
      } catch (error) {
        if (tries === TRIES) throw new Error('A payload cannot be read.', { cause: error });
      }
      await clock.sleep(backoffMs(tries - 1, BACKOFF, clock));
    }
  }

  #cache(key: string, text: string): void {
    this.#cached.set(key, text);
    this.#characters += text.length;
    for (const [oldest, { length }] of this.#cached) {
      if (this.#characters <= this.#options.maxCachedCharacters) return;
      this.#cached.delete(oldest);
      this.#characters -= length;
    }
  }
}
