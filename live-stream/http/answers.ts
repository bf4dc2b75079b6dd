import type { ServerResponse } from 'node:http';

/** How long a refused reader should wait, in seconds: a slot may be free then, or another task ready. */
const RETRY_AFTER_SECONDS = { 429: '10', 503: '3' };

const TEXTS = {
  404: 'Not found',
  405: 'Method not allowed',
  429: 'Too many connections',
  503: 'Service unavailable',
} as const;

/** Refuses a request in plain text (specification 7.2). */
export function refuse(response: ServerResponse, status: keyof typeof TEXTS): void {
  response.statusCode = status;
  if (status === 405) response.setHeader('allow', 'GET');
  if (status === 429 || status === 503) response.setHeader('retry-after', RETRY_AFTER_SECONDS[status]);
  response.setHeader('content-type', 'text/plain; charset=utf-8');
  response.setHeader('cache-control', 'no-store');
  response.setHeader('access-control-allow-origin', '*');
  response.end(`${TEXTS[status]}\n`);
}

/** Answers a path of the API that does not exist, as the API does (contract section 2). */
export function refusePath(response: ServerResponse): void {
  response.statusCode = 404;
  response.setHeader('content-type', 'application/json');
  response.setHeader('cache-control', 'no-store');
  response.end('{"error":"Not found"}');
}

const STREAM_HEAD = [
  'HTTP/1.1 200 OK',
  'content-type: text/event-stream; charset=utf-8',
  'cache-control: no-store, no-transform',
  'x-accel-buffering: no',
  'access-control-allow-origin: *',
  'connection: close',
].join('\r\n');

/** The head of a stream. The body follows as plain bytes, up to the end of the connection. */
export function streamHead(now: number): string {
  return `${STREAM_HEAD}\r\ndate: ${new Date(now).toUTCString()}\r\n\r\n`;
}
