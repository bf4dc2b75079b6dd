import type { Socket } from 'node:net';
import type { ReaderOutput } from '../hub/reader.ts';
import type { Backlog } from './backlog.ts';

/** The same for all connections: an open stream is to cost little memory. */
export interface ConnectionOptions {
  /** Bytes that may wait for a reader that is slower than its channel. A single larger frame may wait alone. */
  readonly maxWaitingBytes: number;
  /** What waits for all readers together. */
  readonly backlog: Backlog;
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
 * and no chunk header per reader. The body ends with the connection. A class for the same reason as `Reader`.
 */
export class Connection implements ReaderOutput {
  readonly channelId: string;
  readonly #socket: Socket;
  readonly #options: ConnectionOptions;
  #ended = false;
  /** Bytes of text, which no other reader shares, written since nothing waited. */
  #ownWritten = 0;
  /** Bytes that its reader keeps until the replay is over. */
  #held = 0;

  constructor(socket: Socket, channelId: string, options: ConnectionOptions) {
    this.#socket = socket;
    this.channelId = channelId;
    this.#options = options;
  }

  get closed(): boolean {
    return this.#ended || this.#socket.destroyed;
  }

  get ownBytes(): number {
    return this.#socket.destroyed ? 0 : Math.min(this.#ownWritten, this.#socket.writableLength);
  }

  get sharedBytes(): number {
    return this.#socket.destroyed ? 0 : this.#socket.writableLength - this.ownBytes + this.#held;
  }

  write(frame: Uint8Array | string): void {
    if (this.closed) return;
    const bytes = typeof frame === 'string' ? Buffer.byteLength(frame) : frame.length;
    const waiting = this.#socket.writableLength;
    if (waiting > 0 && waiting + bytes > this.#options.maxWaitingBytes) return this.drop();
    if (waiting === 0) this.#ownWritten = 0;
    if (typeof frame === 'string') this.#ownWritten += bytes;
    // A socket counts what waits in characters if it is text: only where these are bytes is it left to it.
    if (typeof frame !== 'string') this.#socket.write(frame);
    else if (bytes === frame.length && bytes <= SHORT_TEXT) this.#socket.write(frame, 'latin1');
    else this.#socket.write(Buffer.from(frame));
    this.#options.onWritten(bytes);
    if (this.#socket.writableLength > 0) {
      this.#options.backlog.add(this, bytes, typeof frame === 'string' ? undefined : frame);
    }
  }

  hold(bytes: number): void {
    const added = bytes - this.#held;
    this.#held = bytes;
    if (added > 0) this.#options.backlog.add(this, added);
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
    const waitingBytes = this.#socket.writableLength + this.#held;
    this.#options.onDropped({ channelId: this.channelId, waitingBytes });
    this.#socket.destroy();
  }
}
