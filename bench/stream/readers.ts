import { connect, type Socket } from 'node:net';
import type { Contender } from './contender.ts';

const OPENING_AT_ONCE = 100;
const MARK = /@(\d+)@/g;

/** Readers of streams, as many as are wanted: bare sockets that look for the marks of messages. */
export class Readers {
  readonly #contender: Contender;
  readonly #sockets: Socket[] = [];
  /** Moments at which marked messages were published, by number. */
  readonly #sentAt = new Map<number, number>();
  /** Milliseconds from publishing to receipt, of every message by every reader. */
  #latencies: number[] = [];
  #marks = 0;

  constructor(contender: Contender) {
    this.#contender = contender;
  }

  /** Opens streams until there are `count`; reader n reads channel `channelOf(n)`. */
  async open(count: number, channelOf: (reader: number) => number): Promise<void> {
    while (this.#sockets.length < count) {
      const from = this.#sockets.length;
      const wanted = Math.min(OPENING_AT_ONCE, count - from);
      const opened = Array.from({ length: wanted }, async (_, n) => this.#open(channelOf(from + n)));
      this.#sockets.push(...(await Promise.all(opened)));
    }
  }

  /** Closes streams until `count` are left. */
  close(count: number): void {
    for (const socket of this.#sockets.splice(count)) socket.destroy();
  }

  /** Publishes to channels, and waits until `expected` receipts have come. @returns their latencies, sorted. */
  async exchange(batches: readonly (readonly number[])[], pace: Pace): Promise<number[]> {
    this.#latencies = [];
    for (const channels of batches) {
      const next = Date.now() + pace.everyMs;
      const messages = channels.map((channel) => ({ channel, text: this.#mark() }));
      await this.#contender.publish(messages);
      await wait(next - Date.now());
    }
    const deadline = Date.now() + 20_000;
    while (this.#latencies.length < pace.expected) {
      if (Date.now() > deadline) throw new Error(`${this.#latencies.length} of ${pace.expected} events arrived.`);
      await wait(10);
    }
    return this.#latencies.sort((a, b) => a - b);
  }

  #mark(): string {
    this.#marks += 1;
    this.#sentAt.set(this.#marks, performance.now());
    return `Version 42 is live on all hosts @${this.#marks}@`;
  }

  async #open(channel: number): Promise<Socket> {
    const { port, path } = this.#contender;
    return new Promise((settle, fail) => {
      const socket = connect({ port, host: '127.0.0.1' }, () =>
        socket.write(`GET ${path(channel)} HTTP/1.1\r\nhost: bench\r\naccept: text/event-stream\r\n\r\n`),
      );
      let rest = '';
      socket.once('data', (head) => (head.includes(' 200 ') ? settle(socket) : fail(new Error(String(head)))));
      socket.once('error', fail);
      socket.on('data', (chunk) => (rest = this.#read(rest + chunk.toString('latin1'))));
    });
  }

  /** @returns the last line, which may go on in the next chunk. */
  #read(text: string): string {
    const now = performance.now();
    const end = text.lastIndexOf('\n') + 1;
    for (const [, mark] of text.slice(0, end).matchAll(MARK)) {
      this.#latencies.push(now - (this.#sentAt.get(Number(mark)) ?? now));
    }
    return text.slice(end);
  }
}

interface Pace {
  /** Milliseconds from one batch to the next. */
  readonly everyMs: number;
  readonly expected: number;
}

const wait = async (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)));
