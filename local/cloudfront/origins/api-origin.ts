import type { Readable } from 'node:stream';
import type { HttpApi } from '../../http-api/http-api.ts';
import { appendForwardedFor } from '../headers.ts';
import type { Origin } from './origin.ts';

/** One byte more than the API takes is enough for it to refuse; the rest of a large body is read and dropped. */
const KEPT_BYTES = 10 * 1024 * 1024 + 1;
/** Whom the API talks to: the edge, which is this process. */
const EDGE_ADDRESS = '127.0.0.1';

/** An HTTP API as an origin. */
export function apiOrigin(api: HttpApi): Origin {
  return async ({ method, path, query, headers, body }) => {
    const rawHeaders = appendForwardedFor(headers, EDGE_ADDRESS);
    return api.handle({ method, path, query, rawHeaders, body: await collect(body), sourceIp: EDGE_ADDRESS });
  };
}

async function collect(body: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    if (size < KEPT_BYTES) chunks.push(chunk);
    size += chunk.length;
  }
  return chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks);
}
