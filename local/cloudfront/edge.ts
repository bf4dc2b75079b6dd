import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { isDeepStrictEqual } from 'node:util';
import { compressed } from './compression.ts';
import type { Behavior, DistributionDefinition } from './distribution.ts';
import { bodyOf, EdgeFunction, fromValues, toValues, type EdgeAnswer, type EdgeRequest } from './edge-function.ts';
import { ErrorCache } from './error-cache.ts';
import { endToEnd, pairs, plainAddress, toOriginHeaders, type HeaderList } from './headers.ts';
import { normalPath } from './normal-path.ts';
import { withPolicy } from './response-headers.ts';
import { errorPage, type Origin, type OriginResponse } from './origins/origin.ts';

/** Gives the origin behind a domain name. */
export type OriginFinder = (domain: string) => Origin;

interface Viewer {
  readonly method: string;
  readonly uri: string;
  readonly query: string;
  readonly headers: HeaderList;
  readonly ip: string;
  readonly port: number;
  readonly requestId: string;
}

/** @see https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/cloudfront-limits.html#limits-general */
const MAX_URL_BYTES = 8192;
const MAX_HEAD_BYTES = 20_480;

/**
 * Longer than CloudFront takes: the URL, or all of the request but its body.
 *
 * @see https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/RequestAndResponseBehaviorCustomOrigin.html#RequestCustomMaxRequestStringLength
 */
function isTooLong({ method, uri, query, headers }: Viewer): boolean {
  const url = uri.length + query.length;
  const head = headers.reduce((sum, [name, value]) => sum + name.length + value.length, method.length + url);
  return url > MAX_URL_BYTES || head > MAX_HEAD_BYTES;
}

/** A request under way, with the behaviour that serves it. */
interface Exchange {
  readonly behavior: Behavior;
  readonly viewer: Viewer;
  readonly request: IncomingMessage;
  readonly signal: AbortSignal;
}

/**
 * CloudFront for one distribution: picks the behaviour, runs its function, forwards to its origin, and passes the
 * answer on as it comes. Viewers speak plain HTTP here, so viewer protocol policies do not apply.
 */
export class Edge {
  readonly #definition: DistributionDefinition;
  readonly #originOf: OriginFinder;
  readonly #functions = new Map<string, EdgeFunction>();
  readonly #errors: ErrorCache;

  constructor(definition: DistributionDefinition, originOf: OriginFinder, now: () => number = Date.now) {
    this.#errors = new ErrorCache(definition.errorSeconds, now);
    this.#definition = definition;
    this.#originOf = originOf;
    // Compiled and looked up now, so that a mistake shows at the start.
    for (const { viewerRequest, origin } of definition.behaviors) {
      originOf(origin.domain);
      if (viewerRequest !== undefined) this.#functions.set(viewerRequest, new EdgeFunction(viewerRequest));
    }
  }

  /** Answers a viewer. */
  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const viewer = viewerOf(request);
    const gone = new AbortController();
    response.once('close', () => {
      if (!response.writableFinished) gone.abort();
    });
    const answer = await this.#answer({ viewer, request, signal: gone.signal });
    await write({ response, answer, viewer });
  }

  async #answer(exchange: Omit<Exchange, 'behavior'>): Promise<OriginResponse> {
    const { viewer } = exchange;
    if (isTooLong(viewer)) return errorPage(413, 'Request Entity Too Large');
    const behavior = this.#definition.behaviors.find(({ pattern }) => pattern.test(normalPath(viewer.uri)));
    if (behavior === undefined) return errorPage(404, 'Not Found');
    if (!behavior.methods.has(viewer.method)) return errorPage(403, 'Forbidden');
    const served = await this.#serve({ ...exchange, behavior });
    const { status, headers, body } = behavior.compresses ? await compressed(served, viewer.headers) : served;
    return { status, headers: withPolicy(headers, behavior.responseHeaders), body };
  }

  async #serve(exchange: Exchange): Promise<OriginResponse> {
    const { viewer, behavior } = exchange;
    const code = behavior.viewerRequest === undefined ? undefined : this.#functions.get(behavior.viewerRequest);
    if (code === undefined) return this.#forward(exchange);
    const seen = toEdgeRequest(viewer);
    const decision = await code.onRequest({
      request: seen,
      viewerIp: viewer.ip,
      distributionId: this.#definition.id,
      requestId: viewer.requestId,
    });
    if (decision.kind === 'answer') return toOriginResponse(decision.answer);
    // A request that a function lets pass goes on as it came, to the letter.
    if (isDeepStrictEqual(decision.request, seen)) return this.#forward(exchange);
    return this.#forward({ ...exchange, viewer: changed(viewer, decision.request) });
  }

  async #forward(exchange: Exchange): Promise<OriginResponse> {
    return this.#errors.answer(exchange.viewer, () => this.#ask(exchange));
  }

  async #ask({ behavior, viewer, request, signal }: Exchange): Promise<OriginResponse> {
    const { domain, path, headers, readTimeoutMs } = behavior.origin;
    const uri =
      viewer.uri === '/' && this.#definition.rootObject !== '' ? `/${this.#definition.rootObject}` : viewer.uri;
    return this.#originOf(domain)({
      method: viewer.method,
      path: path + uri,
      query: behavior.forwards.viewer ? viewer.query : '',
      headers: toOriginHeaders(viewer.headers, {
        originDomain: domain,
        originHeaders: headers,
        viewerIp: viewer.ip,
        requestId: viewer.requestId,
        ...(behavior.forwards.viewerAddress && { viewerPort: viewer.port }),
        forwardsViewer: behavior.forwards.viewer,
      }),
      body: request,
      readTimeoutMs,
      signal,
    });
  }
}

function viewerOf({ method = 'GET', url = '/', rawHeaders, socket }: IncomingMessage): Viewer {
  // The absolute form that proxies use names a host that does not matter here.
  const target = url.startsWith('/') ? url : url.replace(/^[a-z]+:\/\/[^/?]*/i, '') || '/';
  const mark = target.indexOf('?');
  return {
    method,
    uri: mark === -1 ? target : target.slice(0, mark),
    query: mark === -1 ? '' : target.slice(mark + 1),
    headers: pairs(rawHeaders),
    ip: plainAddress(socket.remoteAddress),
    port: socket.remotePort ?? 0,
    requestId: randomUUID(),
  };
}

function toEdgeRequest({ method, uri, query, headers }: Viewer): EdgeRequest {
  const lowered = headers.map(([name, value]): [string, string] => [name.toLowerCase(), value]);
  const cookies = lowered.filter(([name]) => name === 'cookie').flatMap(([, value]) => value.split(/;\s*/));
  return {
    method,
    uri,
    querystring: toValues(query === '' ? [] : query.split('&').map((part) => splitAt(part, '='))),
    headers: toValues(lowered.filter(([name]) => name !== 'cookie')),
    cookies: toValues(cookies.map((cookie) => splitAt(cookie, '='))),
  };
}

/** Cookies of a function are not put back: nothing behind one reads them. */
function changed(viewer: Viewer, { uri, querystring, headers }: EdgeRequest): Viewer {
  const query = fromValues(querystring).map(([name, value]) => (value === '' ? name : `${name}=${value}`));
  return { ...viewer, uri, query: query.join('&'), headers: fromValues(headers) };
}

function toOriginResponse(answer: EdgeAnswer): OriginResponse {
  return { status: answer.statusCode, headers: fromValues(answer.headers), body: bodyOf(answer) };
}

async function write(options: { response: ServerResponse; answer: OriginResponse; viewer: Viewer }): Promise<void> {
  const { response, answer, viewer } = options;
  const headers = new Map<string, string[]>();
  for (const [name, value] of endToEnd(answer.headers)) headers.set(name, [...(headers.get(name) ?? []), value]);
  headers.set('via', ['1.1 local.cloudfront.net (CloudFront)']);
  headers.set('x-amz-cf-id', [viewer.requestId]);
  const { body } = answer;
  if (body instanceof Uint8Array) {
    if (answer.status !== 304 && answer.status !== 204) headers.set('content-length', [String(body.length)]);
    response.writeHead(answer.status, Object.fromEntries(headers));
    response.end(viewer.method === 'HEAD' ? undefined : body);
    return;
  }
  response.writeHead(answer.status, Object.fromEntries(headers));
  response.flushHeaders();
  // Either side may hang up in the middle of a stream; that is how streams end.
  await pipeline(body, response).catch(() => {});
}

function splitAt(text: string, separator: string): [string, string] {
  const position = text.indexOf(separator);
  return position === -1 ? [text, ''] : [text.slice(0, position), text.slice(position + 1)];
}
