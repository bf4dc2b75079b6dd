import { EventEmitter, once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { COMMAND_CALLBACK_PATH, COMMAND_PORTS, commandCallbackUrl } from './callback-addresses.ts';
import { Failure } from '../failure.ts';

/** A place on this machine to which the browser brings the issuer's answer. */
export interface Callback {
  readonly redirectUri: string;
  /** The first answer with our state. */
  readonly answered: Promise<URL>;
  readonly close: () => void;
}

/**
 * Listens on this machine alone, at the first of the ports that is free.
 *
 * @param state secret; answers without it are no answers, because every page may send the browser here
 * @throws Failure when all ports are in use
 */
export async function openCallback(state: string, ports: readonly number[] = COMMAND_PORTS): Promise<Callback> {
  const answers = new EventEmitter<{ answer: [URL] }>();
  const answered = once(answers, 'answer').then(([answer]): URL => answer);
  for (const port of ports) {
    const redirectUri = commandCallbackUrl(port);
    const servers = await listenAt(
      port,
      listenerOf({ redirectUri, state, take: (answer) => void answers.emit('answer', answer) }),
    );
    if (servers !== undefined) return { redirectUri, answered, close: () => servers.forEach(end) };
  }
  throw new Failure(`the ports ${ports.join(', ')} are in use; end one of those programs, or pipe a token in`);
}

interface Expected {
  readonly redirectUri: string;
  readonly state: string;
  readonly take: (answer: URL) => void;
}

function listenerOf({ redirectUri, state, take }: Expected): RequestListener {
  let isOver = false;
  return ({ method, url = '' }, response) => {
    const answer = URL.parse(url, redirectUri);
    const tell = (status: number, text: string) => response.writeHead(status, HEADERS).end(page(text));
    if (method !== 'GET' || answer?.pathname !== COMMAND_CALLBACK_PATH) return void tell(404, 'Nothing is here.');
    if (isOver || answer.searchParams.get('state') !== state) {
      return void tell(400, 'The terminal does not wait for this. Run <code>notify login</code> again.');
    }
    isOver = true;
    // Only when the page is out: whoever waits ends this server.
    response.on('close', () => take(answer));
    tell(200, 'You can close this window and go back to the terminal.');
  };
}

/** On both loopback addresses, because browsers try either. `undefined`: somebody else has the port. */
async function listenAt(port: number, listener: RequestListener): Promise<Server[] | undefined> {
  const servers: Server[] = [];
  for (const host of ['127.0.0.1', '::1']) {
    const server = createServer(listener);
    const problem = await problemOf(server, port, host);
    if (problem === undefined) servers.push(server);
    else if (!NO_IPV6.has(problem)) {
      servers.forEach(end);
      return undefined;
    }
  }
  return servers;
}

/** What machines without IPv6 say. */
const NO_IPV6 = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT']);

async function problemOf(server: Server, port: number, host: string): Promise<string | undefined> {
  try {
    await once(server.listen(port, host), 'listening');
    return undefined;
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  }
}

function end(server: Server): void {
  server.close();
  server.closeAllConnections();
}

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  connection: 'close',
};

const page = (text: string): string => `<!doctype html><title>notify login</title><p>${text}</p>\n`;
