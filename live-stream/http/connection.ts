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

/** Up to this many characters, text goes to the socket without a buffer of its own. */
const SHORT_TEXT = 8 * 1024;

/**
 * The body of one open stream, written straight to its socket: one shared buffer for all readers of a channel, no copy
 * and no chunk header per reader. The body ends with the connection.
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
    const bytes = typeof frame === 'string' ? Buffer.byteLength(frame) : frame.length;
    const waiting = this.#socket.writableLength;
    if (waiting > 0 && waiting + bytes > this.#options.maxWaitingBytes) return this.drop();
    // A socket counts what waits in characters if it is text: only where these are bytes is it left to it.
    if (typeof frame !== 'string') this.#socket.write(frame);
    else if (bytes === frame.length && bytes <= SHORT_TEXT) this.#socket.write(frame, 'latin1');
    else this.#socket.write(Buffer.from(frame));
    this.#options.onWritten(bytes);
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
