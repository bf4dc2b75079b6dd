import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { Edge } from '../cloudfront/edge.ts';
import type { LocalSettings } from '../settings.ts';

/** The port of the base URL is taken. */
class PortInUse extends Error {
  override readonly name = 'PortInUse';

  constructor(port: number) {
    super(`PORT: ${port} is in use by another program; stop it or choose another port`);
  }
}

/** Roughly how long CloudFront keeps a viewer's idle connection. */
const KEEP_ALIVE_MS = 65_000;
/** More than the edge takes, so that the edge itself refuses what is too long. */
const MAX_HEADER_BYTES = 64 * 1024;
const SWEEP_MS = 20;

/** The one port of the base URL, open. */
export interface EdgeServer {
  /** Takes no new requests, gives those under way this long to finish, then cuts them off. */
  stop(graceMs: number): Promise<void>;
}

/** Where to listen. */
export type ListenAt = Pick<LocalSettings, 'port' | 'addresses'>;

/** @throws PortInUse unless the port is free on each address. */
export async function checkPort({ port, addresses }: ListenAt): Promise<void> {
  for (const address of addresses) {
    const server = createServer();
    if (await listen({ server, port, address })) await closed(server);
  }
}

/** Serves the edge on each address, but on ::1 only where there is IPv6. */
export async function serveEdge(edge: Pick<Edge, 'handle'>, { port, addresses }: ListenAt): Promise<EdgeServer> {
  const servers: Server[] = [];
  for (const address of addresses) {
    const server = createServer(
      { keepAliveTimeout: KEEP_ALIVE_MS, maxHeaderSize: MAX_HEADER_BYTES },
      (request, response) => {
        edge.handle(request, response).catch((error: unknown) => {
          // Never the error's text: a path may hold a secret.
          process.stderr.write(`edge: ${error instanceof Error ? error.name : 'error'}\n`);
          if (response.headersSent) response.destroy();
          else response.writeHead(503, { 'content-type': 'text/plain' }).end('Service Unavailable\n');
        });
      },
    );
    if (await listen({ server, port, address })) servers.push(server);
  }
  return { stop: (graceMs) => stopAll(servers, graceMs) };
}

async function listen({ server, port, address }: { server: Server; port: number; address: string }): Promise<boolean> {
  server.listen({ port, host: address, ipv6Only: true });
  try {
    await once(server, 'listening');
    return true;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EADDRINUSE') throw new PortInUse(port);
    // No IPv6 on this machine.
    if (address === '::1' && (code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT')) return false;
    throw error;
  }
}

async function stopAll(servers: readonly Server[], graceMs: number): Promise<void> {
  const finished = Promise.all(servers.map((server) => closed(server)));
  // Connections that clients keep become idle one by one, as their last request is answered.
  const sweep = setInterval(() => servers.forEach((server) => server.closeIdleConnections()), SWEEP_MS);
  await Promise.race([finished, delay(graceMs, undefined, { ref: false })]);
  clearInterval(sweep);
  for (const server of servers) server.closeAllConnections();
  await finished;
}

async function closed(server: Server): Promise<void> {
  const close = once(server, 'close');
  server.close();
  await close;
}
