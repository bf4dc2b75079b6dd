import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import { afterEach, expect, it } from 'vitest';
import { follow } from '../../../cli/stream/follow.ts';

let server: Server | undefined;
afterEach(() => server?.close().closeAllConnections());

type Answer = (response: ServerResponse, request: IncomingMessage) => void;

/** Answers each connection in its turn; the last answer is 404, which ends the reader. */
async function serve(...answers: readonly Answer[]) {
  const positions: (string | undefined)[] = [];
  server = createServer((request, response) => {
    const position = request.headers['last-event-id'];
    positions.push(typeof position === 'string' ? position : undefined);
    const answer = answers[positions.length - 1] ?? ((gone) => gone.writeHead(404).end());
    answer(response, request);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const said: string[] = [];
  const reader = {
    event: (id: string, data: string) => said.push(`${id} ${data}`),
    gap: () => said.push('gap'),
    opened: () => said.push('opened'),
    lost: (reason: string) => said.push(reason),
  };
  const failure = await follow({ url: `http://127.0.0.1:${port}/s`, reader, waitMs: 1 }).catch(
    (error) => error.message,
  );
  return { said, positions, failure };
}

const head = { 'content-type': 'text/event-stream', date: 'Sun, 22 Nov 2026 09:30:00 GMT' };

it('goes on after the last event when the stream breaks, ends or cannot be opened', async () => {
  const { said, positions, failure } = await serve(
    (response) => {
      response.writeHead(200, head).write(': connected\n\nretry: 3000\nid: 1\ndata: a\n\nid: 2\ndata: cut off');
      setTimeout(() => response.destroy(), 20);
    },
    (response) => response.writeHead(503).end(),
    (response) => response.writeHead(200, head).end(': gap\n\nid: 2\ndata: b\n\n'),
  );

  expect(said).toEqual([
    'opened',
    '1 a',
    'the connection broke',
    'no connection',
    'opened',
    'gap',
    '2 b',
    'the router closed it',
  ]);
  expect(positions).toEqual([undefined, '1', '1', '2']);
  expect(failure).toContain('the stream is gone');
});

it('goes on from its opening when the stream breaks before the first event', async () => {
  const { positions } = await serve((response) => response.writeHead(200, head).end(': connected\n\n'));

  expect(positions[1]).toMatch(/^01[0-9A-Z]{8}0{16}$/);
});

it('gives up when the stream cannot be opened the first time', async () => {
  const { said, failure } = await serve((response) => response.writeHead(429).end());

  expect(said).toEqual([]);
  expect(failure).toContain('status 429');
});
