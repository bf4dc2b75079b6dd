import { handle, type LambdaContext, type LambdaEvent } from 'hono/aws-lambda';
import { createApp } from './app.ts';
import type { Deps } from './deps.ts';

/** An event of an HTTP API, payload format 2.0. */
type HttpEvent = Extract<LambdaEvent, { rawPath: string }>;

/** The management API behind an HTTP API with payload format 2.0. */
export function createHandler(deps: Deps) {
  const answer = handle(createApp(deps));
  return (event: HttpEvent, context?: LambdaContext) => answer(representable(event), context);
}

const BODILESS = new Set(['GET', 'HEAD']);
/** What `Request` refuses to represent, and no route takes. */
const FORBIDDEN = new Set(['CONNECT', 'TRACE', 'TRACK']);
/** One byte per character, no control character but the tab. */
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/**
 * The event as a web `Request` can hold it, which would be refused otherwise before our answers have their say. No route
 * looks at the body of a GET or at a header that is not Latin-1.
 */
function representable(event: HttpEvent): HttpEvent {
  const { http } = event.requestContext;
  const headers = Object.entries(event.headers).filter(([, value]) => HEADER_VALUE.test(value ?? ''));
  return {
    ...event,
    rawPath: encodedPath(event.rawPath),
    headers: Object.fromEntries(headers),
    body: BODILESS.has(http.method) ? null : event.body,
    requestContext: {
      ...event.requestContext,
      http: { ...http, method: FORBIDDEN.has(http.method.toUpperCase()) ? 'OPTIONS' : http.method },
    },
  };
}

/**
 * The path as it stood in the request: the API hands it over decoded, and in a URL a decoded `#` or `?` would begin
 * another part of it.
 */
const encodedPath = (rawPath: string): string =>
  encodeURI(rawPath.toWellFormed()).replaceAll(/[?#]/g, (character) => encodeURIComponent(character));
