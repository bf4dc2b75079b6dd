import * as http from 'node:http';
import * as https from 'node:https';
import type { HttpRequest, HttpResponse, NetworkFailure } from '../../core/channels/http-exchange.ts';
import type { Target } from './check-url.ts';
import {
  type Interruption,
  type Phase,
  networkFailureOf,
  NoConnectionInTime,
  TooMuchReceived,
  UselessAnswer,
} from './network-failure.ts';

/** No more of an answer's body is kept. */
const MAX_RESPONSE_BYTES = 64 * 1024;
/** No more is taken from a connection for one answer, whatever it is: interim answers, headers, the frames of chunks. */
const MAX_RECEIVED_BYTES = 8 * MAX_RESPONSE_BYTES;

export interface ExchangePlan {
  readonly target: Target;
  /** The checked address to connect to. */
  readonly address: string;
  readonly request: HttpRequest;
  readonly agent: http.Agent;
  readonly connectTimeoutMs: number;
  readonly interruption: Interruption;
}

/** An answer or a failure whose duration the client knows. */
export type Exchanged = Omit<HttpResponse, 'durationMs'> | Omit<NetworkFailure, 'durationMs'>;

/**
 * Sends one request over one connection and reads its answer. Redirects are answers like any other.
 *
 * It settles when the interruption fires, whatever Node tells of the connection or does not, and leaves behind no
 * connection but one that is fit for the next request.
 */
export async function exchange(plan: ExchangePlan): Promise<Exchanged> {
  const { request, interruption } = plan;
  if (interruption.signal.aborted) return networkFailureOf(undefined, 'connect', interruption);
  const { promise, resolve } = Promise.withResolvers<Exchanged>();
  let answer: Answer | undefined;
  const end = (error?: unknown) =>
    resolve(answer?.soFar() ?? networkFailureOf(error, connection.phase(), interruption));
  const callOff = () => end();
  const outgoing = open(plan);
  const connection = followConnection(outgoing, plan, end);
  outgoing.once('response', (incoming) => {
    const { statusCode = 0 } = incoming;
    if (statusCode < 200 || statusCode > 599) return end(new UselessAnswer(statusCode));
    answer = readAnswer(incoming, end);
  });
  // From here on Node hands the connection to us and emits nothing more.
  outgoing.once('upgrade', (_, socket) => {
    socket.destroy();
    end(new UselessAnswer(101));
  });
  outgoing.on('error', end);
  outgoing.once('close', () => answer ?? end());
  interruption.signal.addEventListener('abort', callOff);
  outgoing.end(request.body);
  try {
    return await promise;
  } finally {
    interruption.signal.removeEventListener('abort', callOff);
    connection.leave();
    // Nothing happens to a connection that has gone back to the pool.
    outgoing.destroy();
  }
}

/** Connects to the address, while `host` header, SNI and certificate check keep the name. */
function open({ target, address, request, agent }: ExchangePlan): http.ClientRequest {
  const { url, host, port, secure, isAddress } = target;
  const options: https.RequestOptions = {
    host: address,
    port,
    path: url.pathname + url.search,
    method: request.method,
    headers: { ...request.headers, host: url.host },
    agent,
    insecureHTTPParser: false,
  };
  if (!secure) return http.request(options);
  return https.request({ ...options, servername: isAddress ? '' : host, rejectUnauthorized: true });
}

/** What is known of the connection under a request. */
interface Connection {
  phase(): Phase;
  /** Stops looking. */
  leave(): void;
}

/** Follows how far a request has come, and ends it when there is no connection in time, or when too much comes back. */
function followConnection(
  outgoing: http.ClientRequest,
  { target, connectTimeoutMs }: ExchangePlan,
  end: (error: Error) => void,
): Connection {
  let phase: Phase = 'connect';
  let received = 0;
  let timer: NodeJS.Timeout | undefined;
  const count = (chunk: Buffer) => {
    received += chunk.length;
    if (received > MAX_RECEIVED_BYTES) end(new TooMuchReceived());
  };
  outgoing.once('socket', (socket) => {
    socket.on('data', count);
    if (outgoing.reusedSocket) {
      phase = 'sent';
      return;
    }
    timer = setTimeout(() => end(new NoConnectionInTime(connectTimeoutMs)), connectTimeoutMs);
    const ready = () => {
      phase = 'sent';
      clearTimeout(timer);
    };
    socket.once('connect', target.secure ? () => (phase = 'tls') : ready);
    if (target.secure) socket.once('secureConnect', ready);
  });
  return {
    phase: () => phase,
    leave() {
      clearTimeout(timer);
      outgoing.socket?.off('data', count);
    },
  };
}

/** An answer whose head is there. */
interface Answer {
  /** It as far as it came: the head decides, and a body may be too long, too slow or cut off. */
  soFar(): Exchanged;
}

/** Reads the body until `end` is called: when it is whole, when it is too long, or when nothing more can come. */
function readAnswer(incoming: http.IncomingMessage, end: () => void): Answer {
  const chunks: Buffer[] = [];
  let size = 0;
  incoming.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    size += chunk.length;
    if (size > MAX_RESPONSE_BYTES) end();
  });
  incoming.once('end', end);
  incoming.on('error', end);
  incoming.once('close', end);
  return {
    soFar: () => ({
      kind: 'response',
      status: incoming.statusCode ?? 0,
      headers: headersOf(incoming),
      body: new TextDecoder().decode(Buffer.concat(chunks).subarray(0, MAX_RESPONSE_BYTES)),
      truncated: !incoming.complete || size > MAX_RESPONSE_BYTES,
    }),
  };
}

function headersOf(incoming: http.IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(incoming.headersDistinct).map(([name, values]) => [name, (values ?? []).join(', ')]),
  );
}
