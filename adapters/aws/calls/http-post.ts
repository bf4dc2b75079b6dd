import { type IncomingHttpHeaders, Agent as HttpAgent, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';

/** A whole answer. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** What a POST needs to know of a URL. */
export interface ServicePlace {
  /** With the port, if it is not the usual one. */
  readonly host: string;
  readonly hostname: string;
  readonly port: string;
  readonly isPlain: boolean;
}

/** Sends a POST to the root of a place. @throws when no whole answer comes */
export type HttpPost = (
  to: ServicePlace,
  headers: Readonly<Record<string, string>>,
  body: string,
) => Promise<HttpAnswer>;

/** A part of an answer did not come, or not in time. The SDK uses the same name. */
export class UnansweredError extends Error {
  override readonly name = 'TimeoutError';
}

/** Milliseconds. */
interface Patience {
  /** For a new connection. */
  readonly connectMs: number;
  /** For the head of an answer, and for each silence within it. */
  readonly answerMs: number;
}

/** As many connections to one host as the SDK allows. */
const KEPT = { keepAlive: true, maxSockets: 50 };

/** Sends over connections that it keeps. Gives up a connection or an answer that does not come. */
export function createHttpPost({ connectMs, answerMs }: Patience): HttpPost {
  const plain = { agent: new HttpAgent(KEPT), send: requestHttp };
  const secure = { agent: new HttpsAgent(KEPT), send: requestHttps };
  return async ({ hostname, port, isPlain }, headers, body) =>
    new Promise((resolve, reject) => {
      const { agent, send } = isPlain ? plain : secure;
      const request = send({ method: 'POST', hostname, port, path: '/', agent, headers });
      const giveUp = (what: string, ms: number) => request.destroy(new UnansweredError(`${what} for ${ms} ms`));
      const silence = setTimeout(giveUp, answerMs, 'AWS has been silent', answerMs);
      const fail = (error: Error) => {
        clearTimeout(silence);
        reject(error);
      };
      request.once('socket', (socket) => {
        if (!socket.connecting) return;
        const connecting = setTimeout(giveUp, connectMs, 'AWS has not taken the connection', connectMs);
        const stop = () => clearTimeout(connecting);
        socket.once('connect', stop).once('close', stop);
      });
      request.on('error', fail);
      request.once('response', (response) => {
        let text = '';
        silence.refresh();
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => {
          silence.refresh();
          text += chunk;
        });
        response.on('error', fail);
        response.once('end', () => {
          clearTimeout(silence);
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
        });
      });
      request.end(body);
    });
}

/** @param endpoint a URL; its path does not count */
export function placeOf(endpoint: string): ServicePlace {
  const { host, hostname, port, protocol } = new URL(endpoint);
  // The brackets of an IPv6 address are part of the URL only.
  return { host, hostname: hostname.replaceAll(/^\[|\]$/g, ''), port, isPlain: protocol === 'http:' };
}
