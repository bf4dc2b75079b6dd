import * as z from 'zod';

/** Set by us or by the connection: a channel's own headers must not touch them. Compared in lower case. */
const RESERVED = new Set([
  'accept-encoding',
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'expect',
  'host',
  'http2-settings',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'user-agent',
  'x-notification-hops',
  'x-notification-origin',
]);
/** Signature headers of Standard Webhooks, and headers that only proxies on the way may set. */
const RESERVED_PREFIX = /^(webhook|proxy)-/;

const NAME = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,128}$/;
/** Printable ASCII, inner spaces and tabs: no line break, no control character, nothing a receiver trims. */
const VALUE = /^(?:[\x21-\x7e](?:[\t\x20-\x7e]{0,4094}[\x21-\x7e])?)?$/;
const MAX_HEADERS = 32;

function isReserved(name: string): boolean {
  return RESERVED.has(name) || RESERVED_PREFIX.test(name);
}

/**
 * A channel's own request headers, names in lower case. None can override ours or the connection's, nor inject a line.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-5.5
 */
export const HeaderFields = z
  .record(
    z
      .string()
      .regex(NAME, 'A header name is letters, digits and hyphens.')
      .refine((name) => !isReserved(name.toLowerCase()), 'This header is set by the router.'),
    z.string().regex(VALUE, 'A header value is at most 4,096 printable ASCII characters on one line.'),
  )
  .refine((headers) => Object.keys(headers).length <= MAX_HEADERS, `At most ${MAX_HEADERS} headers.`)
  .refine(
    (headers) => new Set(Object.keys(headers).map((name) => name.toLowerCase())).size === Object.keys(headers).length,
    'Header names differ by more than their case.',
  );

/** The same headers with names in lower case, as requests carry them. */
export function lowerCaseNames(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
