import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { timeOf } from '../../../core/live/position.ts';
import type { SoakWorld } from './world.ts';

const EVENT = /^id: (\S+)\ndata: .*"message":"(\d+)"/m;
/** How far before its position a resumed stream may begin, by the times in the ids (contract section 4). */
const REPEATED_MS = 1000;

/**
 * A reader that is disconnected again and again and resumes with the last id it has. It checks that its events have no
 * hole, and that none comes again but after the service was restarted.
 */
export class SoakReader {
  readonly #world: SoakWorld;
  readonly #channel: number;
  readonly #meanStayMs: number;
  /** The task that brought the last event, by its port, and the one that is connected. */
  #lastPort = 0;
  #port = 0;
  /** What the open connection resumed after. */
  #position: string | undefined;
  #positionPort = 0;
  /** Ids that the open connection has brought. */
  readonly #brought = new Set<string>();
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

  /** What it has, in words. */
  get state(): string {
    const connection = this.#socket?.readyState ?? 'none';
    return `${this.last} of ${this.#world.newest(this.#channel)} events, connection ${connection}`;
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
      const socket = connect({ port: this.#port, host: '127.0.0.1' });
      this.#socket = socket;
      this.#port = this.#world.port;
      this.#position = this.#lastId;
      this.#positionPort = this.#lastPort;
      this.#brought.clear();
      const position = this.#position === undefined ? '' : `last-event-id: ${this.#position}\r\n`;
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
    if (this.#brought.has(id)) this.faults.push(`twice on one connection: ${number}`);
    this.#brought.add(id);
    const isFirst = this.#lastId === undefined;
    if (!isFirst && number > this.last + 1) this.faults.push(`hole: ${number} after ${this.last}`);
    if (number <= this.last) this.#again(number, id);
    else {
      this.last = number;
      this.#lastId = id;
      this.#lastPort = this.#port;
    }
  }

  #again(number: number, id: string): void {
    this.repeated += 1;
    const age = timeOf(this.#position ?? id) - timeOf(id);
    if (this.#positionIsNew()) this.faults.push(`again without a restart: ${number}`);
    if (age > REPEATED_MS) this.faults.push(`again from too long ago: ${number}, ${age} ms`);
  }

  /** Whether the open connection resumed at the task that had brought the position, of an event of its own time. */
  #positionIsNew(): boolean {
    if (this.#position === undefined || this.#positionPort !== this.#port) return false;
    return timeOf(this.#position) > this.#world.readyAt(this.#port);
  }
}
