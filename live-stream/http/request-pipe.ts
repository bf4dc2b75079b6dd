import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';

/**
 * Stands between a connection and the HTTP parser. A request that becomes a stream takes the bare connection, and with
 * this pipe all that HTTP has built for it is garbage: an open stream costs a socket and little else.
 */
export class RequestPipe extends Duplex {
  readonly #socket: Socket;
  #released = false;

  constructor(socket: Socket) {
    super();
    this.#socket = socket;
    socket.on('data', this.#onData).on('end', this.#onEnd).on('error', this.#onError).on('close', this.#onClose);
    socket.on('timeout', this.#onTimeout);
  }

  get remoteAddress(): string | undefined {
    return this.#socket.remoteAddress;
  }

  /** As of a socket: HTTP ends connections that are unused for too long. */
  setTimeout(milliseconds: number): this {
    this.#socket.setTimeout(milliseconds);
    return this;
  }

  /** Gives the connection away, for good. The pipe ends; nothing is written or read through it any more. */
  release(): Socket {
    const socket = this.#socket;
    this.#released = true;
    socket.off('data', this.#onData).off('end', this.#onEnd).off('error', this.#onError).off('close', this.#onClose);
    socket.off('timeout', this.#onTimeout).setTimeout(0);
    this.destroy();
    return socket;
  }

  override _read(): void {
    this.#socket.resume();
  }

  override _write(chunk: Uint8Array, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#socket.write(chunk, done);
  }

  override _final(done: (error?: Error | null) => void): void {
    this.#socket.end(() => done());
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    if (!this.#released) this.#socket.destroy();
    done(error);
  }

  readonly #onData = (chunk: Buffer): void => {
    if (!this.push(chunk)) this.#socket.pause();
  };
  readonly #onEnd = (): void => void this.push(null);
  readonly #onError = (error: Error): void => void this.destroy(error);
  readonly #onClose = (): void => void this.destroy();
  readonly #onTimeout = (): void => void this.emit('timeout');
}

/**
 * Lets an HTTP server parse its connections through pipes.
 *
 * @see https://nodejs.org/api/http.html#event-connection any duplex stream may be injected as a connection
 */
export function parseThroughPipes(server: Server): void {
  const parsers = server.listeners('connection');
  server.removeAllListeners('connection');
  server.on('connection', (socket: Socket) => {
    const pipe = new RequestPipe(socket);
    for (const parse of parsers) Reflect.apply(parse, server, [pipe]);
  });
}
