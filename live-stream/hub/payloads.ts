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
export interface Payloads {
  /**
   * The text at once when it is at hand. The promise gives undefined when the body does not exist.
   *
   * @throws (by the promise) when the body cannot be read even after some tries.
   */
  of(notification: Pick<LiveNotification, 'payload'>): string | Promise<string | undefined>;
}

/** Keeps the texts that were asked for last, up to `maxCachedCharacters` of them. */
export function createPayloads({ read, clock, maxCachedCharacters }: PayloadsOptions): Payloads {
  /** Least recently used first. */
  const texts = new Map<string, string>();
  const underWay = new Map<string, Promise<string | undefined>>();
  let characters = 0;

  async function fetchOnce(key: string): Promise<string | undefined> {
    const fetching = underWay.get(key) ?? fetchText(key).finally(() => underWay.delete(key));
    underWay.set(key, fetching);
    return fetching;
  }

  async function fetchText(key: string): Promise<string | undefined> {
    for (let tries = 1; ; tries += 1) {
      try {
        const text = await read(key);
        if (text !== undefined) cache(key, text);
        if (text !== undefined || tries === TRIES) return text;
      } catch (error) {
        if (tries === TRIES) throw new Error('A payload cannot be read.', { cause: error });
      }
      await clock.sleep(backoffMs(tries - 1, BACKOFF, clock));
    }
  }

  function cache(key: string, text: string): void {
    texts.set(key, text);
    characters += text.length;
    for (const [oldest, { length }] of texts) {
      if (characters <= maxCachedCharacters) return;
      texts.delete(oldest);
      characters -= length;
    }
  }

  return {
    of({ payload }) {
      if ('text' in payload) return payload.text;
      const cached = texts.get(payload.key);
      if (cached === undefined) return fetchOnce(payload.key);
      texts.delete(payload.key);
      texts.set(payload.key, cached);
      return cached;
    },
  };
}
