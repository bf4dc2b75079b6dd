import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { type ServicePlace, placeOf } from '../../../../adapters/aws/calls/http-post.ts';

/** A call as it arrived. */
export interface ReceivedCall {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly socket: Socket;
}

/** Answers, or does not, as a service does. */
export type Answer = (response: ServerResponse, call: ReceivedCall) => void;

/** A service of AWS on this machine. */
export interface ServiceDouble {
  readonly url: string;
  readonly place: ServicePlace;
  readonly calls: readonly ReceivedCall[];
  /** Connections that were ever made to it. */
  readonly connections: () => number;
  /** What it answers from now on; the last one stays. */
  answer(...answers: Answer[]): void;
  stop(): Promise<void>;
}

/** Starts one that answers `{}`. */
export async function startServiceDouble(): Promise<ServiceDouble> {
  const calls: ReceivedCall[] = [];
  let answers: Answer[] = [ok({})];
  let connections = 0;
  const server = createServer((request, response) => {
    const respond = async () => {
      const call = { headers: request.headers, body: await text(request), socket: request.socket };
      calls.push(call);
      const answer = answers.length > 1 ? answers.shift() : answers[0];
      answer?.(response, call);
    };
    void respond().catch(() => request.socket.destroy());
  });
  server.on('connection', (socket) => {
    connections += 1;
    socket.on('error', () => {});
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    place: placeOf(url),
    calls,
    connections: () => connections,
    answer: (...next) => (answers = next),
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

export const ok =
  (body: object): Answer =>
  (response) =>
    response.writeHead(200, { 'content-type': 'application/x-amz-json-1.0' }).end(JSON.stringify(body));

/** An error as DynamoDB and SQS write it. */
export const refuse =
  (name: string, status = 400, headers: Record<string, string> = {}, more: object = {}): Answer =>
  (response) =>
    response
      .writeHead(status, { 'x-amzn-requestid': 'REQUEST', ...headers })
      .end(JSON.stringify({ __type: `com.amazonaws.service#${name}`, message: `because of ${name}`, ...more }));

/** Closes the connection instead of answering. */
export const reset: Answer = (_, { socket }) => socket.resetAndDestroy();

/** Never says anything. */
export const silence: Answer = () => {};
