import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { SoakWorld } from './world.ts';

const EVENT = /^id: (\S+)\ndata: .*"message":"(\d+)"/;
/** How far before a position a replay from the table starts (contract section 4), and some for a slow machine. */
const REPEATED_MS = 1500;

/**
 * A reader that is disconnected again and again and resumes with the last id it has. It checks that its events have no
 * hole, and that none comes again but after the service was restarted.
 */
export class SoakReader {
  readonly #world: SoakWorld;
  readonly #channel: number;
  readonly #meanStayMs: number;
  /** When the last events came, by number. */
  readonly #receivedAt = new Map<number, number>();
  #socket: Socket | undefined;
  #lastId: string | undefined;
  #stopped = false;
  /** Number of the last event. */
  last = 0;
  received = 0;
  repeated = 0;
  connects = 0;
  readonly faults: string[] = [];

  constructor(world: SoakWorld, { channel, meanStayMs }: { readonly channel: number; readonly meanStayMs: number }) {
    this.#world = world;
    this.#channel = channel;
    this.#meanStayMs = meanStayMs;
  }

  get complete(): boolean {
    return this.last === this.#world.newest(this.#channel);
  }

  async run(): Promise<void> {
    while (!this.#stopped) {
      await this.#readOnce();
      await delay(5 + Math.random() * 50);
    }
  }

  stop(): void {
    this.#stopped = true;
    this.#socket?.destroy();
  }

  /** One connection, until either side ends it. */
  async #readOnce(): Promise<void> {
    await new Promise<void>((resolve) => {
      const socket = connect({ port: this.#world.port, host: '127.0.0.1' });
      this.#socket = socket;
      const position = this.#lastId === undefined ? '' : `last-event-id: ${this.#lastId}\r\n`;
      socket.write(`GET ${this.#world.path(this.#channel)} HTTP/1.1\r\nhost: soak\r\n${position}\r\n`);
      const timer = setTimeout(() => socket.destroy(), Math.random() * 2 * this.#meanStayMs);
      let rest = '';
      socket.on('data', (chunk) => (rest = this.#take(rest + chunk.toString())));
      socket.on('error', () => undefined);
      socket.once('close', () => {
        clearTimeout(timer);
        resolve();
      });
      this.connects += 1;
    });
  }

  /** @returns what is not whole yet. */
  #take(text: string): string {
    const parts = text.split('\n\n');
    const rest = parts.pop() ?? '';
    for (const part of parts) {
      if (part.startsWith(': gap')) this.faults.push('gap');
      const [, id, number] = EVENT.exec(part) ?? [];
      if (id !== undefined) this.#event(id, Number(number));
    }
    return rest;
  }

  #event(id: string, number: number): void {
    this.received += 1;
    const isFirst = this.#lastId === undefined;
    if (!isFirst && number > this.last + 1) this.faults.push(`hole: ${number} after ${this.last}`);
    if (number <= this.last) this.#again(number);
    else {
      this.last = number;
      this.#lastId = id;
      this.#receivedAt.set(number, Date.now());
      this.#receivedAt.delete(number - 100);
    }
  }

  #again(number: number): void {
    this.repeated += 1;
    const age = (this.#receivedAt.get(this.last) ?? 0) - (this.#receivedAt.get(number) ?? 0);
    if (this.#positionIsNew()) this.faults.push(`again without a restart: ${number}`);
    if (age > REPEATED_MS) this.faults.push(`again from too long ago: ${number}, ${age} ms`);
  }

  /** Whether the last event came from the task that runs, which then remembers it: it resumes exactly. */
  #positionIsNew(): boolean {
    const { takenOverAt } = this.#world;
    const receivedAt = this.#receivedAt.get(this.last) ?? 0;
    return takenOverAt !== undefined && receivedAt > takenOverAt + REPEATED_MS;
  }
}
