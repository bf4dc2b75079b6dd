import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { ManagementApi } from '../../test/integration/api.ts';

/** `http` URLs at a port of this machine, each with a host of its own, the path saying which. Up to 250. */
export const hostsAt = (port: number, count: number): string[] =>
  Array.from({ length: count }, (_, at) => `http://127.0.1.${at + 1}:${port}/${at}`);

/** Creates a webhook that is linked to a channel for each of the URLs. @returns where to send to */
export async function webhookTo(api: ManagementApi, name: string, urls: readonly string[]): Promise<string> {
  const webhook = await api.createWebhook({ name });
  for (const url of urls) {
    const channel = await api.createChannel({ kind: 'webhook', name: 'Bench', config: { url } });
    await api.link(webhook.id, channel.id);
  }
  return webhook.endpointUrl;
}

/** Destinations that answer every request after as many milliseconds as `delayOf` says for the path; never if undefined. */
export function destinations(delayOf: (path: string) => number | undefined): Server {
  return createServer((request, response) => {
    request.resume();
    const delay = delayOf(request.url ?? '');
    if (delay !== undefined) setTimeout(() => response.end(), delay);
  });
}

/** Listens on a free port of every loopback address. @returns the port */
export async function listen(server: Server): Promise<number> {
  await new Promise<void>((settle) => server.listen(0, '0.0.0.0', settle));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return address.port;
}

/** Ends a server and whatever still hangs on it. */
export function close(server: Server): void {
  server.closeAllConnections();
  server.close();
}

/** Answers at once, when the request was read. */
export function answer(request: IncomingMessage, response: ServerResponse): void {
  request.resume();
  request.on('end', () => response.end());
}
