import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly at: number;
}

/** A receiver of outgoing webhooks on loopback that keeps what it got. */
export interface Receiver {
  readonly url: string;
  readonly received: Received[];
  /** Waits until `count` requests have come; rejects after `withinMs`. */
  waitFor(count: number, withinMs?: number): Promise<Received[]>;
  stop(): Promise<void>;
}

/** Starts a receiver; `respond` answers the n-th request, counted from 1. By default 200. */
export async function startReceiver(
  respond: (response: ServerResponse, count: number, request: Received) => void = (response) => response.end('ok'),
): Promise<Receiver> {
  const received: Received[] = [];
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString('utf8');
      const entry = { path: request.url ?? '', headers: request.headers, text, at: Date.now() };
      received.push(entry);
      respond(response, received.length, entry);
    });
  });
  await new Promise<void>((settle) => server.listen(0, '127.0.0.1', settle));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The receiver has no port.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    received,
    async waitFor(count, withinMs = 20_000) {
      const deadline = Date.now() + withinMs;
      while (received.length < count) {
        if (Date.now() > deadline)
          throw new Error(`Only ${received.length} of ${count} requests came in ${withinMs} ms.`);
        await sleep(20);
      }
      return received;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((settle) => server.close(settle));
    },
  };
}
