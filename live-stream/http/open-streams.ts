import { commentFrame, retryLine } from '../../core/live/frame.ts';
import type { Clock } from '../clock.ts';
import type { Connection } from './connection.ts';

const KEEPALIVE = Buffer.from(commentFrame('keepalive'));
/** The turn of the wheel is cut into this many ticks, so that keepalives do not go out all at once. */
const TICKS = 30;
/** After a planned end, readers come back within this time instead of all at once, in milliseconds. */
const RECONNECT_MS = { min: 1000, spread: 4000 };

/** All open streams: keeps them alive with one timer, and ends them when the service stops. */
export class OpenStreams {
  readonly #clock: Clock;
  readonly #buckets = Array.from({ length: TICKS }, () => new Set<Connection>());
  readonly #timer: NodeJS.Timeout;
  #tick = 0;

  /** Sends each stream a keepalive every `keepaliveMs` from its opening on (specification 6). */
  constructor({ clock, keepaliveMs }: { readonly clock: Clock; readonly keepaliveMs: number }) {
    this.#clock = clock;
    this.#timer = setInterval(() => this.#turn(), keepaliveMs / TICKS);
    this.#timer.unref();
  }

  get count(): number {
    return this.#buckets.reduce((sum, { size }) => sum + size, 0);
  }

  /** @returns the function that takes it out again. */
  add(connection: Connection): () => void {
    const bucket = this.#buckets[this.#tick];
    bucket?.add(connection);
    return () => void bucket?.delete(connection);
  }

  /** Ends every stream at a moment of its own within `spreadMs`, and resolves when all have been ended. */
  async end(spreadMs: number): Promise<void> {
    const connections = this.#buckets.flatMap((bucket) => [...bucket]);
    await Promise.all(
      connections.map(async (connection) => {
        await this.#clock.sleep(this.#clock.random() * spreadMs);
        connection.end(retryLine(RECONNECT_MS.min + this.#clock.random() * RECONNECT_MS.spread));
      }),
    );
    clearInterval(this.#timer);
  }

  #turn(): void {
    this.#tick = (this.#tick + 1) % TICKS;
    for (const connection of this.#buckets[this.#tick] ?? []) connection.write(KEEPALIVE);
  }
}
