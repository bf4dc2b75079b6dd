import { setTimeout as wait } from 'node:timers/promises';
import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { Failure } from '../failure.ts';
import { reach } from '../router/answers.ts';
import { positionAt } from './position.ts';

/** Comments come every few seconds; a stream that is silent for so long is dead, whatever TCP thinks. */
const SILENCE_MS = 60_000;
const MOST_WAIT_MS = 30_000;

/** What a reader of a stream is told. */
interface Reader {
  readonly event: (id: string, data: string) => void;
  /** More was missed than the stream repeats. */
  readonly gap: () => void;
  /** The stream is open, for the first time or again. */
  readonly opened: () => void;
  /** The stream broke and is opened again by itself. */
  readonly lost: (reason: string) => void;
}

interface FollowOptions {
  /** Secret. */
  readonly url: string;
  readonly reader: Reader;
  /** Before the first reconnect; each further one waits twice as long, up to half a minute. */
  readonly waitMs?: number;
}

/**
 * Reads a Live Stream for ever, and goes on after the last event whenever it breaks.
 *
 * @throws Failure when the stream cannot be opened the first time, or is gone
 */
export async function follow({ url, reader, waitMs = 500 }: FollowOptions): Promise<never> {
  const stream = new Stream(url, reader);
  await stream.open();
  for (let pause = waitMs; ; pause = Math.min(pause * 2, MOST_WAIT_MS)) {
    const lost = await stream.read();
    if (stream.wasAlive) pause = waitMs;
    reader.lost(lost);
    await wait(pause);
    await stream.open().catch((error: unknown) => {
      if (error instanceof Gone) throw error;
    });
  }
}

/** The stream will not come back. */
class Gone extends Failure {}

class Stream {
  private readonly address: URL;
  private readonly reader: Reader;
  /** The last event that was read, or the time at which the stream was opened. */
  private position: string | undefined;
  private body: ReadableStream<Uint8Array> | undefined;
  private abort = new AbortController();
  wasAlive = false;

  constructor(url: string, reader: Reader) {
    this.address = new URL(url);
    this.reader = reader;
  }

  /** @throws Gone when there is no such stream, Failure when it cannot be opened now */
  async open(): Promise<void> {
    this.body = undefined;
    this.abort = new AbortController();
    const { signal } = this.abort;
    const headers = this.position === undefined ? {} : { 'last-event-id': this.position };
    const timer = setTimeout(() => this.abort.abort(), SILENCE_MS);
    const call = async () => fetch(this.address, { headers, signal, redirect: 'error' });
    const response = await reach(call, this.address.host).finally(() => clearTimeout(timer));
    if (response.status === 404)
      throw new Gone('the stream is gone: it was deleted, switched off or got a new address');
    if (!response.ok || response.body === null) {
      await response.body?.cancel();
      throw new Failure(`the stream answered with status ${response.status}; close other readers or try again later`);
    }
    this.body = response.body;
    // Should it break before the first event, it is read again from here.
    this.position ??= positionAt(Date.parse(response.headers.get('date') ?? '') || Date.now());
    this.reader.opened();
  }

  /** Reads until the stream breaks; says why. */
  async read(): Promise<string> {
    this.wasAlive = false;
    const { body } = this;
    if (body === undefined) return 'no connection';
    const timer = setTimeout(() => this.abort.abort(), SILENCE_MS);
    const parser = createParser({
      onEvent: (event) => this.take(event),
      onComment: (comment) => {
        if (comment.trim() === 'gap') this.reader.gap();
      },
    });
    const decoder = new TextDecoder();
    try {
      for await (const chunk of body) {
        this.wasAlive = true;
        timer.refresh();
        parser.feed(decoder.decode(chunk, { stream: true }));
      }
      return 'the router closed it';
    } catch {
      return 'the connection broke';
    } finally {
      clearTimeout(timer);
    }
  }

  private take({ id, data }: EventSourceMessage): void {
    if (id === undefined) return;
    this.position = id;
    this.reader.event(id, data);
  }
}
