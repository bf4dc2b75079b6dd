import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { parsePosition } from '../../core/live/position.ts';
import { DATA_SET_HEADER } from '../../core/storage/data-set.ts';
import { refuse, refusePath, streamHead } from './answers.ts';
import type { Metrics } from '../metrics.ts';
import { createBacklog } from './backlog.ts';
import { clientKey } from './client-address.ts';
import { Connection, type ConnectionOptions } from './connection.ts';
import { type AcceptedStream, openStream, type StreamDependencies, type StreamRequest } from './open-stream.ts';
import type { OpenStreams } from './open-streams.ts';
import { parseThroughPipes, RequestPipe } from './request-pipe.ts';

export interface ServerOptions extends StreamDependencies {
  readonly openStreams: OpenStreams;
  readonly metrics: Pick<Metrics, 'written' | 'dropped'>;
  readonly trustedProxies: number;
  /** Where this service finds its data, as `dataSetOf` says it. */
  readonly dataSet: string;
  /** How long a request may take to arrive, in milliseconds. */
  readonly requestMs: number;
  /** Bytes that may wait for one slow reader. */
  readonly maxWaitingBytes: number;
  /** Bytes that may wait for all of them. */
  readonly maxBacklogBytes: number;
  /** A service that is `starting` or `draining` takes no streams and fails its health check. */
  readonly state: () => 'starting' | 'ready' | 'draining';
}

const STREAM_PATH = /^\/api\/stream\/([^/]+)$/;
const STREAM_ID = /^[A-Za-z0-9_-]{21}$/;
/** How long a replay waits for a reader that takes nothing, in milliseconds. */
const STALL_MS = 60_000;
/** Longer than a load balancer keeps unused connections, so that it never sends on one that just closes. */
const IDLE_CONNECTION_MS = 5 * 60_000;

/** Serves `GET /api/stream/{id}` (specification 4.2) and `GET /healthz`. */
export function createStreamServer(options: ServerOptions): Server {
  const { requestMs } = options;
  const timeouts = {
    keepAliveTimeout: IDLE_CONNECTION_MS,
    headersTimeout: requestMs,
    requestTimeout: requestMs,
    connectionsCheckingInterval: requestMs,
  };
  const server = createServer(timeouts, createStreamHandler(options));
  parseThroughPipes(server);
  return server;
}

function createStreamHandler(options: ServerOptions) {
  const backlog = createBacklog(options.maxBacklogBytes);
  const connections: ConnectionOptions = {
    maxWaitingBytes: options.maxWaitingBytes,
    backlog,
    stallMs: STALL_MS,
    onWritten: (bytes) => options.metrics.written(bytes),
    onDropped: (dropped) => {
      options.metrics.dropped();
      options.log({ level: 'WARN', event: 'stream.dropped', ...dropped });
    },
  };
  /** Sockets whose stream request is the last one on them. */
  const taken = new WeakSet<Socket>();

  function answerHealth(response: ServerResponse): void {
    const state = options.state();
    response.writeHead(state === 'ready' ? 200 : 503, { 'content-type': 'text/plain', 'cache-control': 'no-store' });
    response.end(`${state}\n`);
  }

  function answerStream(url: URL, { request, response }: Exchange): void {
    const streamId = STREAM_PATH.exec(url.pathname)?.[1] ?? '';
    if (request.method !== 'GET') refuse(response, 405);
    else if (!STREAM_ID.test(streamId)) refuse(response, 404);
    else if (options.state() !== 'ready' || !belongs(request)) refuse(response, 503);
    else void open({ streamId, client: client(request), position: positionOf(request, url) }, { request, response });
  }

  /**
   * Whether the router in front uses the same tables as this service. Other tables would bring none of its events, and
   * nobody would notice. A router that is older than this header sends none and is trusted.
   */
  function belongs({ headers }: IncomingMessage): boolean {
    const theirs = headers[DATA_SET_HEADER] ?? options.dataSet;
    if (theirs === options.dataSet) return true;
    options.log({ level: 'ERROR', event: 'stream.other-data', ours: options.dataSet, theirs });
    return false;
  }

  /** Never rejects. */
  async function open(wanted: StreamRequest, { request, response }: Exchange): Promise<void> {
    taken.add(request.socket);
    try {
      const stream = await openStream(options, wanted);
      if (stream.kind === 'stream') return start(stream, request);
      refuse(response, stream.status);
    } catch (error) {
      options.log({ level: 'ERROR', event: 'stream.not-opened', error });
      refuse(response, 503);
    }
    taken.delete(request.socket);
  }

  function start(stream: AcceptedStream, { socket: pipe, headers }: IncomingMessage): void {
    if (pipe.destroyed || !(pipe instanceof RequestPipe)) return stream.close();
    const socket = pipe.release();
    const connection = new Connection(socket, stream.channelId, connections);
    const forget = options.openStreams.add(connection);
    const { close } = stream;
    socket.once('close', () => {
      forget();
      backlog.remove(connection);
      close();
    });
    listenForTheEnd(socket, { hasBody: 'content-length' in headers || 'transfer-encoding' in headers });
    socket.write(streamHead(options.clock.now()));
    stream.attach(connection);
    if (options.state() === 'draining') connection.end();
  }

  function client({ socket, headers }: IncomingMessage): string {
    const forwarded = headers['x-forwarded-for'];
    return clientKey({
      socketAddress: socket.remoteAddress,
      forwardedFor: Array.isArray(forwarded) ? forwarded.join(',') : forwarded,
      trustedProxies: options.trustedProxies,
    });
  }

  return (request: IncomingMessage, response: ServerResponse): void => {
    if (taken.has(request.socket)) {
      request.socket.destroy();
      return;
    }
    const url = urlOf(request);
    if (url?.pathname === '/healthz') answerHealth(response);
    else if (url !== undefined && STREAM_PATH.test(url.pathname)) answerStream(url, { request, response });
    else refusePath(response);
  };
}

/**
 * Reads what a client sends into its stream, because unread it would hide that the client has gone. The rest of a body
 * is thrown away; anything else is a second request, which would never be answered.
 */
function listenForTheEnd(socket: Socket, { hasBody }: { readonly hasBody: boolean }): void {
  socket
    .on('error', ignore)
    .on('end', hangUp)
    .on('data', hasBody ? ignore : hangUp);
  socket.resume();
}

function ignore(): void {}

function hangUp(this: Socket): void {
  this.destroy();
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

function urlOf({ url }: IncomingMessage): URL | undefined {
  return URL.parse(url ?? '', 'http://localhost') ?? undefined;
}

/** The header is what a reconnecting reader sends by itself, so it wins over the query it began with. */
function positionOf({ headers }: IncomingMessage, url: URL): string | undefined {
  const header = headers['last-event-id'];
  return parsePosition(Array.isArray(header) ? header[0] : header) ?? parsePosition(url.searchParams.get('since'));
}
