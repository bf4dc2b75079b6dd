import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A bad line to the stack: it breaks the first call that waits for an answer, and knows the secret addresses. */
export interface BadLine {
  /** An address of the stack, as it is on this line. */
  readonly through: (url: string) => string;
  /** The addresses at which senders wait, as the stack gave them. */
  readonly answerUrls: string[];
  readonly broken: () => number;
  stop(): Promise<void>;
}

/** Starts one on loopback. */
export async function startBadLine(baseUrl: string): Promise<BadLine> {
  const answerUrls: string[] = [];
  let broken = 0;
  const server = createServer((incoming, outgoing) => {
    if (incoming.method === 'GET' && broken === 0) {
      broken += 1;
      outgoing.destroy();
      return;
    }
    const { method, headers, url = '' } = incoming;
    const passed = request(new URL(url, baseUrl), { method, headers }, (answer) => {
      void pass(answer, outgoing);
    });
    passed.on('error', () => outgoing.destroy());
    incoming.pipe(passed);
  });
  const pass = async (answer: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const body = await text(answer);
    const { 'content-length': _, ...rest } = answer.headers;
    outgoing.writeHead(answer.statusCode ?? 502, rest);
    answerUrls.push(...(/"answerUrl":"([^"]+)"/.exec(body)?.slice(1) ?? []));
    outgoing.end(body.replaceAll(baseUrl, here));
  };
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const here = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    through: (url) => url.replace(baseUrl, here),
    answerUrls,
    broken: () => broken,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((settled) => server.close(settled));
    },
  };
}
