import { commentFrame, retryLine } from '../../core/live/frame.ts';
import type { Clock } from '../clock.ts';
import type { Connection } from './connection.ts';

const KEEPALIVE = Buffer.from(commentFrame('keepalive'));
/** The turn of the wheel is cut into this many ticks, so that keepalives do not go out all at once. */
const TICKS = 30;
/** After a planned end, readers come back within this time instead of all at once, in milliseconds. */
const RECONNECT_MS = { min: 1000, spread: 4000 };

/** All open streams: keeps them alive with one timer, and ends them when the service stops. */
export interface OpenStreams {
  readonly count: number;
  /** @returns the function that takes it out again. */
  add(connection: Connection): () => void;
  /** Ends every stream at a moment of its own within `spreadMs`, and resolves when all have been ended. */
  end(spreadMs: number): Promise<void>;
}

interface OpenStreamsOptions {
  readonly clock: Clock;
  readonly keepaliveMs: number;
}

/** Sends each stream a keepalive every `keepaliveMs` from its opening on (specification 6). */
export function createOpenStreams({ clock, keepaliveMs }: OpenStreamsOptions): OpenStreams {
  const buckets = Array.from({ length: TICKS }, () => new Set<Connection>());
  let tick = 0;
  const timer = setInterval(turn, keepaliveMs / TICKS).unref();

  function turn(): void {
    tick = (tick + 1) % TICKS;
    for (const connection of buckets[tick] ?? []) connection.write(KEEPALIVE);
  }

  return {
    get count() {
      return buckets.reduce((sum, { size }) => sum + size, 0);
    },

    add(connection) {
      const bucket = buckets[tick];
      bucket?.add(connection);
      return () => void bucket?.delete(connection);
    },

    async end(spreadMs) {
      const connections = buckets.flatMap((bucket) => [...bucket]);
      await Promise.all(
        connections.map(async (connection) => {
          await clock.sleep(clock.random() * spreadMs);
          connection.end(retryLine(RECONNECT_MS.min + clock.random() * RECONNECT_MS.spread));
        }),
      );
      clearInterval(timer);
    },
  };
}
