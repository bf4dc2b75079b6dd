import type { Socket } from 'node:net';
import type { ReaderOutput } from '../hub/reader.ts';

/** The same for all connections: an open stream is to cost little memory. */
export interface ConnectionOptions {
  /** Bytes that may wait for a reader that is slower than its channel. A single larger frame may wait alone. */
  readonly maxWaitingBytes: number;
  /** How long a replay waits for a reader that takes nothing, in milliseconds. */
  readonly stallMs: number;
  readonly onWritten: (bytes: number) => void;
  /** Called once when a reader is dropped for being too slow. */
  readonly onDropped: (dropped: { readonly channelId: string; readonly waitingBytes: number }) => void;
}

/** A replay goes on when no more than this waits to be sent. */
const DRAINED_BYTES = 256 * 1024;
/** How long the last bytes of an ended stream may take, in milliseconds. */
const LAST_BYTES_MS = 1000;

/**
 * The body of one open stream, written straight to its socket: one shared buffer per frame, no copy and no chunk header
 * per reader. The body ends with the connection.
 */
export class Connection implements ReaderOutput {
  readonly #socket: Socket;
  readonly #channelId: string;
  readonly #options: ConnectionOptions;
  #ended = false;

  constructor(socket: Socket, channelId: string, options: ConnectionOptions) {
    this.#socket = socket;
    this.#channelId = channelId;
    this.#options = options;
  }

  get closed(): boolean {
    return this.#ended || this.#socket.destroyed;
  }

  write(frame: Uint8Array | string): void {
    if (this.closed) return;
    const waiting = this.#socket.writableLength;
    if (waiting > 0 && waiting + frame.length > this.#options.maxWaitingBytes) return this.drop();
    this.#socket.write(frame);
    this.#options.onWritten(frame.length);
  }

  async drained(): Promise<void> {
    if (this.closed || this.#socket.writableLength <= DRAINED_BYTES) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(() => this.drop(), this.#options.stallMs);
      const done = (): void => {
        clearTimeout(timer);
        this.#socket.off('drain', done).off('close', done);
        resolve();
      };
      this.#socket.on('drain', done).on('close', done);
    });
  }

  end(lastFrame = ''): void {
    if (this.closed) return;
    this.#ended = true;
    this.#socket.end(lastFrame);
    setTimeout(() => this.#socket.destroy(), LAST_BYTES_MS).unref();
  }

  drop(): void {
    if (this.#socket.destroyed) return;
    this.#options.onDropped({ channelId: this.#channelId, waitingBytes: this.#socket.writableLength });
    this.#socket.destroy();
  }
}
