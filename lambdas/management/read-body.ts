import { isShallow, MAX_BODY_DEPTH } from './nesting.ts';
import { failed, type Reply } from './reply.ts';

/** The largest body that the API accepts, in bytes. */
const MAX_BODY_BYTES = 1024 * 1024;

type Body = { readonly kind: 'json'; readonly value: unknown } | { readonly kind: 'refused'; readonly reply: Reply };

/**
 * The JSON of a request body; its content type does not matter, because the API accepts only JSON. No bytes are no body:
 * `value` is `undefined`.
 */
export function readBody(bytes: ArrayBuffer): Body {
  if (bytes.byteLength > MAX_BODY_BYTES) {
    return { kind: 'refused', reply: failed(413, `The body is larger than ${MAX_BODY_BYTES} bytes`) };
  }
  const json = parse(bytes);
  if (json === undefined) return { kind: 'refused', reply: failed(400, 'Invalid JSON body') };
  if (isShallow(json.value, MAX_BODY_DEPTH)) return json;
  const details = [{ path: '', message: `nested deeper than ${MAX_BODY_DEPTH} levels` }];
  return { kind: 'refused', reply: failed(400, 'Invalid request', details) };
}

function parse(bytes: ArrayBuffer): Extract<Body, { kind: 'json' }> | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return { kind: 'json', value: text === '' ? undefined : JSON.parse(text) };
  } catch {
    return undefined;
  }
}
