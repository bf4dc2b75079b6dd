import { parseJsonObject } from '../message/json-object.ts';
import type { Notification } from '../message/notification.ts';
import { readJson } from './read-json.ts';
import { readPlainText, type Headers } from './read-plain-text.ts';

/** A request as ingest sees it: the decoded body (see `decodeBody`) and the headers by lower-case name. */
export interface ReceivedRequest {
  readonly text: string;
  readonly headers: Headers;
}

/** What a request body turned out to be. `invalid-json` is answered with 400 `Invalid JSON body`. */
export type ReadResult =
  | { readonly kind: 'notification'; readonly notification: Notification }
  | { readonly kind: 'invalid-json' };

/** White space as JSON has it, and byte-order marks, which are ignored before a body's `{`. */
const LEADING = /^[\t\n\r \uFEFF]*/;
const BYTE_ORDER_MARKS = /\uFEFF/g;

/**
 * Detects what a body is and reads it. Never throws, whatever the body.
 *
 * @see specification 4.1.1
 */
export function readNotification({ text, headers }: ReceivedRequest): ReadResult {
  const declared = headers['content-type']?.toLowerCase().includes('json') ?? false;
  const json = text.replace(LEADING, '');
  if (declared || json.startsWith('{')) {
    const payload = parseJsonObject(json);
    if (payload !== undefined) {
      const whole = text.slice(0, -json.length).replace(BYTE_ORDER_MARKS, '') + json;
      return { kind: 'notification', notification: readJson({ payload, json: json.trimEnd(), whole }) };
    }
    if (declared) return { kind: 'invalid-json' };
  }
  return { kind: 'notification', notification: readPlainText(text, headers) };
}
