import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Sqs } from '../../../local/sqs/open-sqs.ts';

/** The engine behind real HTTP. */
export type SqsServer = { readonly url: string; readonly close: () => Promise<void> };

/** @param engine read on each request: it can only be opened once the server's URL is known. */
export const startSqsServer = async (engine: () => Sqs): Promise<SqsServer> => {
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const gone = new AbortController();
    response.on('close', () => gone.abort());
    const target = String(request.headers['x-amz-target']);
    const { status, headers, body } = await engine().handle(target, await text(request), gone.signal);
    response.writeHead(status, headers).end(body);
  };
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};
