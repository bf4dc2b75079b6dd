import type { Readable } from 'node:stream';
import type { HeaderList } from '../headers.ts';

/** A request as CloudFront sends it to an origin. */
export interface OriginRequest {
  readonly method: string;
  /** Still percent-encoded, without the query. */
  readonly path: string;
  /** Without the question mark. */
  readonly query: string;
  readonly headers: HeaderList;
  readonly body: Readable;
  /** Longest silence before and within the answer. */
  readonly readTimeoutMs: number;
  /** Aborts when the viewer has gone. */
  readonly signal: AbortSignal;
}

/** An origin's answer, whole or as it comes. */
export interface OriginResponse {
  readonly status: number;
  readonly headers: HeaderList;
  readonly body: Uint8Array | Readable;
}

/** Something that answers what CloudFront forwards. */
export type Origin = (request: OriginRequest) => Promise<OriginResponse>;

/** An error page as CloudFront and the load balancer make them. */
export function errorPage(status: number, title: string): OriginResponse {
  const body = `<!DOCTYPE HTML><html><head><title>ERROR: ${title}</title></head><body><h1>${status} ${title}</h1></body></html>\n`;
  return { status, headers: [['content-type', 'text/html']], body: Buffer.from(body) };
}
