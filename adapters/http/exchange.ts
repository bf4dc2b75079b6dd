import * as http from 'node:http';
import * as https from 'node:https';
import type { HttpRequest, HttpResponse, NetworkFailure } from '../../core/channels/http-exchange.ts';
import type { Target } from './check-url.ts';
import { type Interruption, type Phase, failureOf, NoConnectionInTime } from './network-failure.ts';

/** No more of an answer is read. */
const MAX_RESPONSE_BYTES = 64 * 1024;

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

/** Sends one request over one connection and reads its answer. Redirects are answers like any other. */
export async function exchange(plan: ExchangePlan): Promise<Exchanged> {
  const { promise, resolve } = Promise.withResolvers<Exchanged>();
  const outgoing = open(plan);
  const phase = followPhase(outgoing, plan);
  outgoing.once('response', (incoming) => resolve(readAnswer(incoming)));
  outgoing.on('error', (error) => resolve(failureOf(error, phase(), plan.interruption)));
  outgoing.end(plan.request.body);
  return promise;
}

/** Connects to the address, while `host` header, SNI and certificate check keep the name. */
function open({ target, address, request, agent, interruption }: ExchangePlan): http.ClientRequest {
  const { url, host, port, secure, isAddress } = target;
  const options: https.RequestOptions = {
    host: address,
    port,
    path: url.pathname + url.search,
    method: request.method,
    headers: { ...request.headers, host: url.host },
    agent,
    signal: interruption.signal,
    insecureHTTPParser: false,
  };
  if (!secure) return http.request(options);
  return https.request({ ...options, servername: isAddress ? '' : host, rejectUnauthorized: true });
}

/** Tells how far a request has come, and ends it when there is no connection in time. */
function followPhase(outgoing: http.ClientRequest, { target, connectTimeoutMs }: ExchangePlan): () => Phase {
  let phase: Phase = 'connect';
  outgoing.once('socket', (socket) => {
    if (outgoing.reusedSocket) {
      phase = 'sent';
      return;
    }
    const timer = setTimeout(() => outgoing.destroy(new NoConnectionInTime(connectTimeoutMs)), connectTimeoutMs);
    const ready = () => {
      phase = 'sent';
      clearTimeout(timer);
    };
    socket.once('connect', target.secure ? () => (phase = 'tls') : ready);
    if (target.secure) socket.once('secureConnect', ready);
    outgoing.once('close', () => clearTimeout(timer));
  });
  return () => phase;
}

/** The head decides: a body that is too long, too slow or cut off is kept as far as it came. */
async function readAnswer(incoming: http.IncomingMessage): Promise<Exchanged> {
  const { bytes, truncated } = await readBody(incoming);
  return {
    kind: 'response',
    status: incoming.statusCode ?? 0,
    headers: headersOf(incoming),
    body: new TextDecoder().decode(bytes),
    truncated,
  };
}

async function readBody(incoming: http.IncomingMessage): Promise<{ bytes: Buffer; truncated: boolean }> {
  const chunks: Buffer[] = [];
  let size = 0;
  let truncated = false;
  try {
    for await (const chunk of incoming) {
      chunks.push(chunk);
      size += chunk.length;
      truncated = size > MAX_RESPONSE_BYTES;
      if (truncated) break;
    }
  } catch {
    truncated = true;
  }
  return { bytes: Buffer.concat(chunks).subarray(0, MAX_RESPONSE_BYTES), truncated };
}

function headersOf(incoming: http.IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(incoming.headersDistinct).map(([name, values]) => [name, (values ?? []).join(', ')]),
  );
}
