import { createServer as createHttpServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { createServer as createTcpServer, type Server as TcpServer, type Socket } from 'node:net';
import { readFileSync } from 'node:fs';
import { once } from 'node:events';

/** A server on a free port of a loopback address that counts the connections it is offered. */
export interface Receiver extends AsyncDisposable {
  readonly port: number;
  connections(): number;
  /** Settles when every connection is closed. What a receiver did not want to read is thrown away meanwhile. */
  allClosed(): Promise<void>;
}

/** What a server does with a request; it may take its time. */
type Listener = (request: IncomingMessage, answer: ServerResponse) => unknown;

const fixture = (name: string) => readFileSync(new URL(`../../fixtures/tls/${name}`, import.meta.url));

/** The receiver's own certificate, for the names `receiver.test` and `localhost` and the address 127.0.0.1. */
export const certificate = fixture('receiver.crt.pem').toString();

export async function startHttp(listener: Listener, address = '127.0.0.1'): Promise<Receiver> {
  return listen(
    createHttpServer((request, answer) => void listener(request, answer)),
    address,
  );
}

export async function startHttps(listener: Listener): Promise<Receiver> {
  const tls = { key: fixture('receiver.key.pem'), cert: certificate };
  return listen(
    createHttpsServer(tls, (request, answer) => void listener(request, answer)),
    '127.0.0.1',
  );
}

/** A server below HTTP: `talk` says what happens on each connection. */
export async function startTcp(talk: (socket: Socket) => void): Promise<Receiver> {
  return listen(createTcpServer(talk), '127.0.0.1');
}

async function listen(server: Server | TcpServer, address: string): Promise<Receiver> {
  const open = new Set<Socket>();
  let count = 0;
  server.on('connection', (socket: Socket) => {
    count += 1;
    open.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => open.delete(socket));
  });
  server.listen(0, address);
  await once(server, 'listening');
  const bound = server.address();
  return {
    port: typeof bound === 'object' && bound !== null ? bound.port : 0,
    connections: () => count,
    async allClosed() {
      // Who does not read does not notice that the other side has gone; a receiver may go deaf at any moment.
      const reading = setInterval(() => open.forEach((socket) => socket.resume()), 10);
      await Promise.all(Array.from(open, (socket) => new Promise((resolve) => socket.once('close', resolve))));
      clearInterval(reading);
    },
    async [Symbol.asyncDispose]() {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
