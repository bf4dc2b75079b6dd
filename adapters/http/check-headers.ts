import { validateHeaderName, validateHeaderValue } from 'node:http';
import type { HttpRefusal } from '../../core/channels/http-exchange.ts';

/** Headers that belong to the connection or frame the body: only the client sets them. */
const OWN = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Refuses headers that would change the framing or inject a line; `undefined` when all may be sent. */
export function checkHeaders(headers: Readonly<Record<string, string>>): HttpRefusal | undefined {
  for (const [name, value] of Object.entries(headers)) {
    if (OWN.has(name.toLowerCase())) return { kind: 'refused', reason: `the header ${name} is set by the client` };
    if (!isSendable(name, value))
      return { kind: 'refused', reason: 'a header has characters that HTTP does not allow' };
  }
  return undefined;
}

function isSendable(name: string, value: string): boolean {
  try {
    validateHeaderName(name);
    validateHeaderValue(name, value);
    return true;
  } catch {
    return false;
  }
}
