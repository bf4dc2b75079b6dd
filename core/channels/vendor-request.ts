import type { RenderContext } from './channel-kind.ts';
import type { HttpRequest } from './http-exchange.ts';

/** Where a channel's request goes, as opposed to what it says. */
interface Destination {
  readonly url: string;
  readonly method?: 'POST' | 'PUT' | 'PATCH';
  /** Lower-cased names. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** A request with a JSON body: fields that are `undefined` are left out. */
export function jsonRequest(destination: Destination, body: unknown, { userAgent }: RenderContext): HttpRequest {
  const { url, method = 'POST', headers } = destination;
  return {
    kind: 'http',
    method,
    url,
    headers: { 'content-type': 'application/json', 'user-agent': userAgent, ...headers },
    body: JSON.stringify(body),
  };
}

/** A request with a form body. */
export function formRequest(
  { url, method = 'POST', headers }: Destination,
  fields: Readonly<Record<string, string>>,
  { userAgent }: RenderContext,
): HttpRequest {
  return {
    kind: 'http',
    method,
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': userAgent, ...headers },
    body: new URLSearchParams(fields).toString(),
  };
}

/** A request without a body, which changes nothing. */
export function getRequest({ url, headers }: Omit<Destination, 'method'>, { userAgent }: RenderContext): HttpRequest {
  return { kind: 'http', method: 'GET', url, headers: { 'user-agent': userAgent, ...headers } };
}

/** `path` under a base address, whatever slashes the address ends with. */
export function under(base: string, path: string): string {
  return base.replace(/\/+$/, '') + path;
}

/** The value of an `authorization` header for a name and a password. */
export function basicAuth(name: string, password: string): string {
  return `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`;
}
