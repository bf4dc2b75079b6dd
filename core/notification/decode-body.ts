/** The label of the `charset` parameter, quoted or not. */
const CHARSET = /;\s*charset\s*=\s*"?([^\s";]+)/i;

/**
 * A request body as it was handed over: its bytes, or text when the way here has read them already. An HTTP API does so
 * for `text/*` and a few other types: it has applied their charset already.
 *
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-lambda.html
 */
export type HandedBody = Uint8Array | string;

/**
 * The text of a request body.
 *
 * Bytes are read in the charset that `contentType` declares, in UTF-8 when it declares none or one nobody knows. Bytes
 * that are not valid in it become U+FFFD. Text stays as it is: a charset is honoured once. A byte-order mark at the
 * start and every NUL are dropped.
 *
 * @see specification 4.1.1, rule 4
 */
export function decodeBody(body: HandedBody, contentType: string | undefined): string {
  const text = typeof body === 'string' ? body.replace(/^\uFEFF/, '') : decodeBytes(body, contentType);
  return text.replaceAll('\0', '');
}

/** The text of bytes in the charset that `contentType` declares, in UTF-8 otherwise. */
export function decodeBytes(bytes: Uint8Array, contentType: string | undefined): string {
  const label = contentType === undefined ? undefined : CHARSET.exec(contentType)?.[1];
  try {
    return new TextDecoder(label).decode(bytes);
  } catch {
    // A label that the Encoding Standard does not know is a sender's mistake; its body still counts.
    return new TextDecoder().decode(bytes);
  }
}

/**
 * The size of a body as it was sent, in bytes. Text says nothing of that: a byte that is not valid has become three.
 * `content-length` does, which servers on the way hold the sender to.
 */
export function bytesSent(body: HandedBody, contentLength: string | undefined): number {
  if (typeof body !== 'string') return body.byteLength;
  return /^\d+$/.test(contentLength ?? '') ? Number(contentLength) : Buffer.byteLength(body);
}
